"""Training: from a corpus to a Tokenizer.

The algorithm is short: count all pairs, merge the most frequent, repeat. What is counted, chunks and
their weights, is prepared in ``corpus`` or, to go on from a tokenizer, in ``continuing``; the
learning itself is in ``learning``, the counting in ``pairs``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import count

from .base import character_base
from .checks import texts_of, tokens_of, training_numbers
from .collector import gc_paused
from .continuing import UNSET, Unset, adapted, segmented
from .corpus import checked_pattern, chunk_weights, observed_bytes, prepared, without
from .default_tokens import create_default_merges
from .learning import Learner
from .pieces import Special
from .pretokenization import PlainCut
from .tokenizer import Tokenizer
from .training_checks import MODES, check_training, check_vocabulary_size

__all__ = ["MODES", "train"]


def train(
    corpus: str | Iterable[str],
    mode: str | Unset = UNSET,
    num_merges: int = 500,
    *,
    vocab_size: int | None = None,
    pattern: str | Unset = UNSET,
    normalization: str | Unset | None = UNSET,
    spelling: str | Unset | None = UNSET,
    alphabet: str | Iterable[str] | None = None,
    end_of_word: str | None = "_",
    end_of_word_joined: bool = False,
    default_tokens: Sequence[str] = (),
    special_tokens: Sequence[str] = (),
    tie_break: str = "first-seen",
    start: Tokenizer | None = None,
    min_count: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> Tokenizer:
    """Learn merges from a corpus and return the Tokenizer.

    ``mode`` is "character", "byte" or, if none is given, "regex" with the ``pattern`` "gpt4".
    ``num_merges`` counts learned merges beyond those of the default tokens; training stops early
    when no pair is left, or none with ``min_count``. ``vocab_size`` in its place: base vocabulary
    + default merges + learned merges. ``special_tokens`` are cut out of the corpus first and get
    the ids after the last merge. ``progress(done, asked)`` is called at each merge; when it
    returns False, training ends with what it has learned.

    ``spelling``: "dots", "bare" or "mended" takes marks off the corpus, and off every text before
    encoding, or corrects them (see ``respell``); the normal form comes after it.

    ``tie_break``, of pairs that are equally frequent: "first-seen" takes the one that comes first
    in the corpus (minbpe), "smallest-ids" the one with the smallest ids (rustbpe), "huggingface"
    too, but with the bytes in the order of their letters (tokenizers), "largest-symbols" the one
    with the largest symbols (subword-nmt).

    ``start`` is a tokenizer to go on from. Its merges and special tokens stay, new merges get the next
    free ids, and ``num_merges`` counts the new ones. Mode, pattern and normal form are those of
    ``start`` unless others are given; another pattern cuts throughout, so the merges of ``start`` are
    applied under it before the first new one is learned. Its base vocabulary stays, too; the alphabet
    "observed" adds what the corpus has besides.

    >>> tok = train("low lower newest newest newest widest widest widest widest low low low low",
    ...             mode="character", num_merges=4, alphabet="lowercase")
    >>> [(m.token, m.count) for m in tok.merges]
    [('es', 7), ('est', 7), ('est_', 7), ('lo', 6)]
    >>> more = train("slow slower", num_merges=1, start=tok.at(1))
    >>> [m.token for m in more.merges], more.seams
    (['es', 'sl'], (1,))

    Raises SettingsError, CorpusError or PatternError. Source: Sennrich et al. (2016), section 3.2.
    """
    num_merges, vocab_size, min_count = training_numbers(num_merges, vocab_size, min_count)
    default_tokens = tokens_of(default_tokens, "Default tokens")
    special_tokens = tokens_of(special_tokens, "Special tokens")
    check_training(mode, tie_break, default_tokens, special_tokens, start)
    documents = texts_of(corpus)
    if start is None:
        mode = "regex" if mode is UNSET else mode
        cut = PlainCut(
            checked_pattern("gpt4" if pattern is UNSET else pattern) if mode == "regex" else None,
            words=mode == "character",
            normalization=None if normalization is UNSET else normalization,
            spelling=None if spelling is UNSET else spelling,
        )
        documents = prepared(documents, cut)
        counts = chunk_weights(without(documents, prepared(special_tokens, cut)), cut)
        if cut.words:
            base = character_base(alphabet, counts, end_of_word, end_of_word_joined)
        else:
            base = observed_bytes(alphabet, [*documents, *prepared(default_tokens, cut)])
        initial = Tokenizer(base, (), cut)
        sequences: Iterable[str] = map(base.codes, counts)
        weights: Iterable[int] = counts.values()
    else:
        initial = adapted(start, documents, mode, pattern, normalization, spelling, alphabet)
        sequences, weights = segmented(initial, documents)
    default_merges = create_default_merges(prepared(default_tokens, initial.cut))
    if vocab_size is not None:
        check_vocabulary_size(vocab_size, initial)
        num_merges = max(0, vocab_size - len(initial.vocabulary) - len(default_merges))
    with gc_paused():
        learner = Learner(initial, sequences, weights, tie_break)
        for pair in default_merges:
            learner.merge_ids(*pair)
        learner.learn(num_merges, min_count, progress)
        final_cut = initial.cut
        if special_tokens:
            ids = count(learner.next_id)
            final_cut = replace(cut, specials=tuple(map(Special, special_tokens, ids)))
        return Tokenizer(
            initial.base,
            learner.rules,
            final_cut,
            initial.segment,
            default_count=initial.default_count + len(default_merges),
            seams=(*initial.seams, len(initial.merges)) if start else (),
            warnings=initial.warnings,
        )

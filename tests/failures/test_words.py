"""Words, numbers, code and languages: the numbers shown, against computations of their own."""

import pytest

import bpeviz
from bpeviz import BPEError
from bpeviz.app.corpus.samples import languages, samples
from bpeviz.failures import (
    arithmetic,
    indentation,
    letters,
    spelled_ways,
    texts,
    trailing_space,
)
from bpeviz.failures import languages as pay_more
from tests.failures.looking import column, look, naive, numbers, sentence, shown


def test_letters():
    _, _, finding = look(letters)
    tokens = naive(texts.GARDEN, 100, " strawberry")
    backwards = naive(texts.GARDEN, 100, " " + "strawberry"[::-1])
    assert tokens == [" straw", "berry"]
    assert numbers(finding) == [
        "strawberry".count("r"),
        len(tokens),
        sum(token.strip() == "r" for token in tokens),
        len(set(tokens) & set(backwards)),
    ]
    assert column(finding, "of them “r”") == [1, 2]
    assert "3 times, inside 2 tokens" in sentence(finding)
    assert f": {len(backwards)} tokens, and no token is in both." in sentence(finding)
    # Before any merge every letter is a token.
    assert numbers(look(letters, step=0)[2])[1:3] == [len(" strawberry"), 3]
    assert "“ọ̀” stands in it 2 times" in sentence(look(letters, word="ọ̀rọ̀", letter="ọ̀")[2])
    with pytest.raises(BPEError, match="more than one letter"):
        look(letters, letter="berry")


def test_arithmetic():
    _, scenes, finding = look(arithmetic)
    corpus = samples()["numbers"].text
    first, second, total = "1234567", "123456", str(1234567 + 123456)
    rows = [naive(corpus, 200, number) for number in (first, second, total)]
    assert [shown(row[1]) for row in finding.table.rows] == rows
    cuts = []
    for tokens in rows:
        ends = [len("".join(tokens[i:])) for i in range(1, len(tokens))]
        cuts.append(set(ends))
    common, every = set.intersection(*cuts), set.union(*cuts)
    assert numbers(finding)[:2] == [f"{len(common)} of {len(every)}", "5 of 6"]
    assert len(common) == 0
    alone = sum(len(scenes[0].tokenizer.encode(str(n))) == 1 for n in range(100, 1000))
    assert numbers(finding)[2] == f"{alone} of 900"


def test_arithmetic_says_of_the_patterns_what_they_do():
    assert bpeviz.split("1234567", "gpt4") == ["123", "456", "7"]
    assert bpeviz.split("1234567", "qwen") == list("1234567")
    assert bpeviz.split("1234567", "gpt2") == ["1234567"]


@pytest.mark.parametrize("wrong", ["12a", "-3", "1.5", "١٢"])
def test_arithmetic_refuses_what_is_no_number(wrong):
    with pytest.raises(BPEError, match="digits only"):
        look(arithmetic, first=wrong)


def test_spelled_ways():
    _, _, finding = look(spelled_ways)
    ways = ["café", " café", "Café", "CAFÉ", "cafe", "cafe\u0301"]
    tokens = [naive(texts.GARDEN, 150, way) for way in ways]
    assert [len(row) for row in tokens] == column(finding, "How many") == [5, 1, 5, 5, 4, 6]
    assert numbers(finding) == [6, 6, "1 to 6", 0]
    encodings = bpeviz.train(texts.GARDEN, num_merges=150)
    ids = [encodings.encode(way) for way in ways]
    assert len(set(map(tuple, ids))) == 6 and not set.intersection(*map(set, ids))


def test_trailing_space():
    _, _, finding = look(trailing_space)
    whole = naive(texts.GARDEN, 150, "We went to the market")
    spaced = naive(texts.GARDEN, 150, "We went to the ")
    rest = naive(texts.GARDEN, 150, "market")
    assert whole[-1] == " market" and spaced[-1] == " " and len(rest) > 1
    corpus = naive(texts.GARDEN, 150, texts.GARDEN)
    alone = [i for i, token in enumerate(corpus) if token == " "]
    before = sum(corpus[i + 1] == rest[0] for i in alone)
    assert numbers(finding) == [len(whole), len(spaced) + len(rest), len(alone), before]
    assert before == 0, "what must follow was never seen after a space alone"
    assert f"is the first {len(whole) - 1} of these {len(whole)} tokens" in sentence(finding)


def test_indentation():
    values, _, finding = look(indentation)
    blank, total = [], []
    deeper = "".join("    " + line for line in values["code"].splitlines(True))
    for corpus in ("english", "code"):
        tok = bpeviz.train(samples()[corpus].text, num_merges=200)
        spelled = [tok.vocabulary[i] for i in tok.encode(values["code"])]
        blank.append(sum(not token.strip() for token in spelled))
        total.append((len(spelled), len(tok.encode(deeper)) - len(spelled)))
    assert numbers(finding) == [
        f"{blank[0]} of {total[0][0]}",
        f"{blank[1]} of {total[1][0]}",
        total[0][1],
        total[1][1],
    ]
    assert blank[0] > 3 * blank[1], "code is dear where training met only prose"
    # 16 blanks before the deepest line, and prose holds no two in a row.
    assert "16 blanks: [" + "|".join(" " * 16) + "] after prose" in sentence(finding)
    assert "  " not in samples()["english"].text


def test_languages():
    _, _, finding = look(pay_more)
    texts_of = {row["language"]: row["text"] for row in languages()}
    tok = bpeviz.train(samples()["english"].text, num_merges=300)
    sizes = {name: len(tok.encode(text)) for name, text in texts_of.items()}
    dearest = max(sizes, key=sizes.get)
    assert min(sizes, key=sizes.get) == "English" and dearest == "Tamil"
    assert numbers(finding) == [
        sizes["English"],
        sizes["Yorùbá (NFC)"],
        f"{sizes['Yorùbá (NFC)'] / sizes['English']:.2f}×",
        f"{sizes['Tamil'] / sizes['English']:.2f}×",
    ]
    assert dict(zip(column(finding, "Language"), column(finding, "Tokens"), strict=True)) == sizes
    # Without merges a text costs its bytes.
    before = look(pay_more, step=0)[2]
    assert column(before, "Tokens") == column(before, "Bytes")
    # Trained on Yorùbá, English pays more than it did.
    _, _, turned = look(pay_more, corpus=samples()["yoruba"].text)
    assert numbers(turned)[0] > sizes["English"] and numbers(turned)[1] < sizes["Yorùbá (NFC)"]

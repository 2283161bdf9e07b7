"""A file is recognised by what stands in it, whatever its name."""

import pytest

import bpeviz
from bpeviz.formats import dumps
from bpeviz.formats.recognising import format_of

FORMATS = {
    "huggingface": {},
    "tiktoken": {},
    "minbpe": {},
    "gpt2": {"mode": "byte"},
    "subword-nmt": {"mode": "character", "end_of_word": "</w>", "end_of_word_joined": True},
}


@pytest.mark.parametrize("num_merges", [3, 40])
@pytest.mark.parametrize("format", FORMATS)
def test_what_is_written_is_recognised_alone(format, num_merges, tmp_path):
    text = "the cat sat on the mat\nàwọn ọmọ Yorùbá the other\n"
    tok = bpeviz.train(text, num_merges=num_merges, **FORMATS[format])
    main = next(iter(dumps(tok, format).values()))
    assert format_of(main.decode()) == format
    (tmp_path / "odd name.dat").write_bytes(main)
    tokens = [m.token for m in tok.merges]
    for source in (main, tmp_path / "odd name.dat", str(tmp_path / "odd name.dat")):
        assert [m.token for m in bpeviz.load(source).merges] == tokens


def test_bytes_as_letters_are_known_by_their_space_or_newline():
    assert format_of("#version: 0.2\ne Ġ\nt h\n") == "gpt2"
    assert format_of("#version: 0.2\n. Ċ\n") == "gpt2"
    assert format_of("#version: 0.2\nl o\nlo w\n") == "subword-nmt"
    assert format_of("e Ġ</w>\n") == "subword-nmt"


def test_a_name_decides_where_the_content_does_not():
    for name, format in [("vocab.bpe", "gpt2"), ("codes.txt", "subword-nmt")]:
        assert format_of("#version: 0.2\nl o\nlo w\n", name) == format

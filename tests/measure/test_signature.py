from majuscule.measure import Signature, digest_texts
from majuscule.version import __version__


def test_short_form_cuts_digests_and_leaves_out_what_is_empty():
    signature = Signature(metric="case", model="ab" * 32, data="c" * 64, seed=0, resamples=0)
    short = str(signature)
    assert (
        short == f"metric:case|tok:spaces|model:{'ab' * 6}|data:{'c' * 12}|seed:0|v:{__version__}"
    )


def test_a_model_name_is_not_cut():
    assert "model:a-rather-long-name|" in str(Signature("case", model="a-rather-long-name"))


def test_json_form_has_full_names_and_digests():
    signature = Signature(metric="case", condition="upper", data="c" * 64, version="9")
    assert signature.as_dict() == {
        "metric": "case",
        "tokenizer": "spaces",
        "condition": "upper",
        "data": "c" * 64,
        "version": "9",
    }


def test_digest_tells_texts_and_borders_apart():
    assert digest_texts(["ab"]) != digest_texts(["a", "b"])
    assert digest_texts(["ab", ""]) != digest_texts(["ab"])
    assert digest_texts(["\ud800"]) == digest_texts(iter(["\ud800"]))

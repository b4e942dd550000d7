"""A language model as a teacher: read from GGUF, tuned on the labels of a text, asked."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from majuscule.errors import ModelError, TrainingError, UsageError
from majuscule.network.inputs import IGNORED
from majuscule.network.options import TaughtOptions

torch = pytest.importorskip("torch", reason="training needs the extra 'teach'")
gguf = pytest.importorskip("gguf", reason="language models need the extra 'teach'")

from majuscule.network.language import teaching  # noqa: E402
from majuscule.network.language.model import read_language_model  # noqa: E402
from tests.network.language_models import write_language_model  # noqa: E402

HEADS = {"next": 2, "own": 2}
OPTIONS = TaughtOptions(
    batch=64, longest=8, teacher="small.gguf", teacher_tokens=16_000, device="cpu"
)


@dataclass
class Sentences:
    """Words drawn by lot: *a* or *b*, each labelled by itself and by the word after it."""

    words: np.ndarray
    bounds: np.ndarray

    @classmethod
    def drawn(cls, count=300):
        generator = np.random.default_rng(1)
        sizes = generator.integers(2, 8, count)
        ends = np.cumsum(sizes)
        return cls(generator.integers(0, 2, ends[-1]), np.stack([ends - sizes, ends], axis=1))

    def pieces(self, longest):
        return self.bounds

    def spelling(self):
        return self.words.astype(np.int32), ["ada", "bob"]

    def labels(self, at):
        own, following = self.words[at].astype(np.uint8), np.roll(self.words, -1)[at]
        last = np.isin(at, self.bounds[:, 1] - 1)
        return {"own": own, "next": np.where(last, IGNORED, following).astype(np.uint8)}


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return write_language_model(tmp_path_factory.mktemp("language") / "small.gguf")


@pytest.fixture(scope="module")
def answers(path):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(teaching, "RATE", 5e-3)
        return teaching.teach(path, Sentences.drawn(), HEADS, OPTIONS)


def test_it_learns_from_the_word_and_from_what_follows(answers):
    text = Sentences.drawn()
    everything = np.arange(len(text.words))
    for head, labels in text.labels(everything).items():
        told = labels != IGNORED
        guess = answers.known[head].argmax(dim=1).numpy()
        assert (guess == labels)[told].mean() > 0.98, head


def test_its_answers_are_probabilities_of_every_token(answers):
    for known in answers.known.values():
        assert np.allclose(known.float().sum(dim=1).numpy(), 1, atol=2e-3)
    assert answers.share == OPTIONS.taught
    assert answers.name.startswith("small (")


def test_tokens_outside_the_pieces_have_no_answer(path):
    text = Sentences.drawn(10)
    text.bounds = text.bounds[:-1]
    options = replace(OPTIONS, teacher_tokens=1, batch=4)
    known = teaching.teach(path, text, HEADS, options).known["own"]
    outside = int(text.bounds[-1, 1])
    assert (known[outside:] == 0).all()
    assert (known[:outside].sum(dim=1) > 0.9).all()


@pytest.mark.parametrize(("count", "said"), [(0, "has no tokens"), (2, "too little text")])
def test_too_little_text_is_refused(path, count, said):
    text = Sentences.drawn(10)
    text.bounds = text.bounds[:count]
    with pytest.raises(TrainingError, match=said):
        teaching.teach(path, text, HEADS, OPTIONS)


def test_a_piece_has_the_same_states_alone_and_among_longer_ones(path):
    model, tokenizer = read_language_model(path)
    short = torch.tensor([tokenizer.encode(" ada bob").ids])
    padded = torch.zeros((2, 32), dtype=torch.int64)
    inside = torch.zeros((2, 32), dtype=torch.bool)
    padded[0, : short.shape[1]], inside[0, : short.shape[1]], inside[1] = short[0], True, True
    with torch.no_grad():
        alone = model(short, torch.ones_like(short, dtype=torch.bool))[0]
        among = model(padded, inside)[0, : short.shape[1]]
    assert torch.allclose(alone, among, atol=1e-5)


def test_what_follows_a_word_changes_its_state(path):
    model, tokenizer = read_language_model(path)
    states = []
    for text in (" ada bob", " ada ada"):
        ids = torch.tensor([tokenizer.encode(text).ids])
        with torch.no_grad():
            states.append(model(ids, torch.ones_like(ids, dtype=torch.bool))[0, 0])
    assert not torch.allclose(*states, atol=1e-4)


def test_states_are_those_of_the_published_model(tmp_path):
    """Without its mask, a model of one block in numpy, after its definition."""
    path = write_language_model(tmp_path / "one.gguf", blocks=1)
    model, tokenizer = read_language_model(path)
    weights = {one.name: np.array(one.data) for one in gguf.GGUFReader(path).tensors}
    ids = tokenizer.encode(" ada bob").ids
    x = weights["token_embd.weight"][ids].astype(np.float64)

    def norm(x, weight):
        return x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-5) * weight

    def turned(x):
        size = x.shape[-1]
        angles = np.arange(len(x))[:, None] * 100.0 ** (-np.arange(0, size, 2) / size)
        both = x[:, 0::2] + 1j * x[:, 1::2]
        both = both * np.exp(1j * angles)
        return np.stack([both.real, both.imag], -1).reshape(x.shape)

    part = {n.removeprefix("blk.0."): w for n, w in weights.items() if n.startswith("blk.0.")}
    h = norm(x, part["attn_norm.weight"])
    q, k, v = (h @ part[f"attn_{name}.weight"].T for name in "qkv")
    seen = []
    for head in range(4):  # of which two share keys and values
        own, kept = slice(8 * head, 8 * head + 8), slice(8 * (head // 2), 8 * (head // 2) + 8)
        scores = turned(q[:, own]) @ turned(k[:, kept]).T / np.sqrt(8)
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        seen.append(shares / shares.sum(-1, keepdims=True) @ v[:, kept])
    x = x + np.concatenate(seen, -1) @ part["attn_output.weight"].T
    h = norm(x, part["ffn_norm.weight"])
    gate, up = h @ part["ffn_gate.weight"].T, h @ part["ffn_up.weight"].T
    x = x + (gate / (1 + np.exp(-gate)) * up) @ part["ffn_down.weight"].T
    with torch.no_grad():
        found = model(torch.tensor([ids]), torch.ones((1, len(ids)), dtype=torch.bool))[0]
    assert np.allclose(found.numpy(), norm(x, weights["output_norm.weight"]), atol=1e-4)


def test_figures_are_read_digit_by_digit(path):
    _, tokenizer = read_language_model(path)
    assert tokenizer.encode(" 1984").tokens == ["Ġ", "1", "9", "8", "4"]
    assert tokenizer.encode(" ada").tokens == ["Ġada"]


@pytest.mark.parametrize(
    ("given", "said"),
    [({"family": "gemma"}, "it is of family gemma"), ({"pieces": "llama"}, "with subwords llama")],
)
def test_other_families_are_refused(tmp_path, given, said):
    path = write_language_model(tmp_path / "other.gguf", **given)
    with pytest.raises(ModelError, match=said):
        read_language_model(path)


def test_damaged_and_missing_files_are_refused(tmp_path, path):
    cut = tmp_path / "cut.gguf"
    cut.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(ModelError, match="cannot be read as GGUF"):
        read_language_model(cut)
    with pytest.raises(UsageError, match="no such file"):
        read_language_model(tmp_path / "none.gguf")

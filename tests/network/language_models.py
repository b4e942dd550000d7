"""A small language model in GGUF, with random weights and the words *ada* and *bob*."""

import numpy as np

WIDTH, INNER, HEADS, SHARED = 32, 48, 4, 2


def write_language_model(path, blocks=2, family="llama", pieces="gpt2"):
    """Write a model of a family, with subwords of a kind, and return its path."""
    import gguf

    writer = gguf.GGUFWriter(path, family)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(blocks)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(SHARED)
    writer.add_rope_freq_base(100.0)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_tokenizer_model(pieces)
    letters = [*"Ġabcdefghijklmnopqrstuvwxyz0123456789.,?!-'", "Ċ"]
    merges = ["a d", "Ġ ad", "Ġad a", "b o", "Ġ bo", "Ġbo b"]
    tokens = [*letters, *(merge.replace(" ", "") for merge in merges)]
    writer.add_token_list(tokens)
    writer.add_token_merges(merges)
    generator = np.random.default_rng(1)

    def add(name, *shape):
        around = 1.0 if "norm" in name else 0.0
        weights = around + 0.3 * generator.standard_normal(shape)
        writer.add_tensor(f"{name}.weight", weights.astype(np.float32))

    add("token_embd", len(tokens), WIDTH)
    add("output_norm", WIDTH)
    kept = WIDTH // HEADS * SHARED
    for number in range(blocks):
        block = f"blk.{number}."
        add(f"{block}attn_norm", WIDTH)
        add(f"{block}ffn_norm", WIDTH)
        add(f"{block}attn_q", WIDTH, WIDTH)
        add(f"{block}attn_k", kept, WIDTH)
        add(f"{block}attn_v", kept, WIDTH)
        add(f"{block}attn_output", WIDTH, WIDTH)
        add(f"{block}ffn_gate", INNER, WIDTH)
        add(f"{block}ffn_up", INNER, WIDTH)
        add(f"{block}ffn_down", WIDTH, INNER)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path

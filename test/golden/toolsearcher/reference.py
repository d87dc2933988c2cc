"""What does the published embedding model say, asked from Python?

Writes similarities.tsv and decisions.tsv beside this file. They hold numbers and row positions only, no benchmark text.

    pip install numpy onnxruntime tokenizers
    python reference.py MODEL_FOLDER CORPUS_FOLDER

MODEL_FOLDER holds model.onnx (or one .onnx file) and tokenizer.json; CORPUS_FOLDER holds verdicts.jsonl.gz, pool.json and
data/toolsearcher_recorded.json. Tokens, padding, pooling and cosine are those of sentence-transformers: batches of 32,
padded to the longest text, cut at 128 tokens, mean over the attention mask, cosine of the result.
"""
import ast
import gzip
import hashlib
import json
import sys
from pathlib import Path

import numpy
import onnxruntime
from tokenizers import Tokenizer

HERE = Path(__file__).parent


class Model:
    def __init__(self, folder):
        path = next(iter(sorted(folder.glob("model.onnx")) or sorted(folder.glob("*.onnx"))))
        self.hash = hashlib.sha256(path.read_bytes()).hexdigest()
        self.session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
        outputs = [(o.name, o.type, len(o.shape)) for o in self.session.get_outputs()]
        self.output = next(name for name, kind, rank in outputs if kind == "tensor(float)" and rank == 3)
        self.inputs = [i.name for i in self.session.get_inputs()]
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(128)
        self.tokenizer.enable_padding()

    def embed(self, texts):
        rows = []
        for start in range(0, len(texts), 32):
            encoded = self.tokenizer.encode_batch([text.strip() for text in texts[start : start + 32]])
            mask = numpy.array([e.attention_mask for e in encoded])
            feeds = {
                "input_ids": numpy.array([e.ids for e in encoded]),
                "attention_mask": mask,
                "token_type_ids": numpy.zeros_like(mask),
            }
            tokens = self.session.run([self.output], {name: feeds[name] for name in self.inputs})[0]
            weights = mask[:, :, None].astype(numpy.float32)
            rows.append((tokens * weights).sum(1) / numpy.clip(weights.sum(1), 1e-9, None))
        vectors = numpy.concatenate(rows)
        return vectors / numpy.linalg.norm(vectors, axis=1, keepdims=True)


def python_value(value):
    """The corpus writes what JSON cannot say as {"$py": kind, "repr": text}."""
    if isinstance(value, dict) and "$py" in value:
        return ast.literal_eval(value["repr"])
    return value


def write(name, model, columns, rows):
    head = [f"# model {model.hash}", "\t".join(columns)]
    lines = ["\t".join(str(cell) for cell in row) for row in rows]
    (HERE / name).write_text("\n".join(head + lines) + "\n")
    print(name, len(rows))


def similarities(model):
    texts = (HERE / "sentences.txt").read_text().split("\n")[:-1]
    matrix = model.embed(texts) @ model.embed(texts).T
    pairs = [(i, j) for i in range(len(texts)) for j in range(i)]
    write("similarities.tsv", model, ["left", "right", "cosine"], [(i, j, f"{matrix[i, j]:.8f}") for i, j in pairs])


def decisions(model, corpus):
    recorded = json.loads((corpus / "data/toolsearcher_recorded.json").read_text())
    pool = {task["id"]: task for task in json.loads((corpus / "pool.json").read_text())["tasks"]}
    candidates = {level: recorded[f"level_{level}"]["search_items"] for level in "23"}
    vectors = {level: model.embed([item["desc_for_search"] for item in items]) for level, items in candidates.items()}
    rows, found = [], []
    with gzip.open(corpus / "verdicts.jsonl.gz", "rt") as lines:
        for position, line in enumerate(lines):
            row = json.loads(line)
            if row["correct"] is None:
                rows.append((position, row))
    texts = sorted({str(python_value(row["parsed"]["kwargs"].get("keywords", ""))) for _, row in rows})
    queries = dict(zip(texts, model.embed(texts)))
    for position, row in rows:
        text = str(python_value(row["parsed"]["kwargs"].get("keywords", "")))
        scores = vectors[row["level"]] @ queries[text]
        order = numpy.argsort(-scores, kind="stable")
        winner = int(order[0]) if scores[order[0]] > 0 else -1
        margin = scores[order[0]] - scores[order[1]]
        output = None if winner < 0 else output_of(candidates[row["level"]], winner, row["level"])
        gold = pool[row["task_id"]]["gold_result"]
        correct = int(output == gold["output"] and gold["exception"] is None)
        found.append((position, winner, correct, f"{scores[order[0]]:.8f}", f"{margin:.8f}"))
    write("decisions.tsv", model, ["row", "winner", "correct", "cosine", "margin"], found)


def output_of(items, winner, level):
    payload = items[winner]["description_payload"]
    if level == "3" or "token" not in payload["input_parameters"]:
        return payload
    login = next(item for item in items if item["name"] == "GetUserToken")
    return [{**login["description_payload"], "desc_for_search": login["desc_for_search"]}, payload]


model = Model(Path(sys.argv[1]))
similarities(model)
decisions(model, Path(sys.argv[2]))

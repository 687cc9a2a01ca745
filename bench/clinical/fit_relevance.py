#!/usr/bin/env python3
"""Fits the relevance model: fit_relevance.py SEGMENTS.jsonl OUT.model, or --cross-validate SEGMENTS.jsonl

SEGMENTS.jsonl is written by fit_models, a talk a line: {"by_hand": …, "segments": [[mark, small talk, words, [feature,
…]], …]}. Needs PyTorch (Debian: python3-torch, and libopenblas0-pthread to be quick); a fit takes a minute or two of one
core and gives the same file every time on the same machine. With --cross-validate nothing is written: every talk is judged
by a model fitted without it and its neighbours in the file, and what the most relevant segments that hold 60 % of the words
have of the facts, of the critical ones and of the small talk is printed.

The network (server/src/clinical/placing/relevance_model.h) learns two things of every segment: whether a fact rests on it,
and whether it is part of a phrase that the annotation calls small talk. Its last layer is linear, so both are written as
one: the first, less a share of the second.
"""
import collections
import copy
import json
import random
import sys

import torch
from torch import nn
from torch.nn import functional

INNER, OUTER, SPAN = 32, 32, 9
SEED = 1
ROUNDS = 6
FIRST_AVERAGED = 3
TALKS_AT_ONCE = 4
STEP = 0.005
DECAY = 1e-5
# Share of the features, and of the numbers of the layers, that a step does not see.
LEFT_OUT = 0.3
# What the second thing counts for in the fit, and in the model.
SMALL_TALK = 1.0
LESS_SMALL_TALK = 0.35
# A name that fewer segments have is not learned.
FEWEST = 3
# What a text marked by hand counts for beside a consultation, whose facts were listed one by one.
BY_HAND = 0.4
# Parts of a cross-validation.
PARTS = 5
# Empty segments between talks that are fitted together.
GAP = SPAN


class Talk:
    """Its features as numbers, with where each segment begins among them."""

    def __init__(self, line: str, names: dict[str, int]):
        talk = json.loads(line)
        numbers, begins = [], []
        for _, _, _, features in talk["segments"]:
            begins.append(len(numbers))
            numbers += [names[feature] for feature in features if feature in names]
        self.numbers = torch.tensor(numbers)
        self.begins = torch.tensor(begins)
        self.marks = torch.tensor([float(segment[0]) for segment in talk["segments"]])
        self.small_talk = torch.tensor([float(segment[1]) for segment in talk["segments"]])
        self.words = torch.tensor([float(segment[2]) for segment in talk["segments"]])
        self.weight = BY_HAND if talk["by_hand"] else 1.0


class Batch:
    """Some talks one after the other."""

    def __init__(self, talks: list[Talk]):
        begins, places, count, place = [], [], 0, 0
        for talk in talks:
            begins += [talk.begins + count, torch.full((GAP,), count + len(talk.numbers))]
            places.append(torch.arange(place, place + len(talk.begins)))
            count += len(talk.numbers)
            place += len(talk.begins) + GAP
        self.numbers = torch.cat([talk.numbers for talk in talks])
        self.begins = torch.cat(begins)
        self.places = torch.cat(places)
        self.is_said = torch.zeros(place, 1)
        self.is_said[self.places] = 1
        self.marks = torch.cat([talk.marks for talk in talks])
        self.small_talk = torch.cat([talk.small_talk for talk in talks])
        self.weights = torch.cat([torch.full((len(talk.begins),), talk.weight) for talk in talks])


class Network(nn.Module):
    def __init__(self, names: int):
        super().__init__()
        self.weights = nn.Parameter(torch.zeros(names, 1))
        self.vectors = nn.Parameter(torch.randn(names, INNER) * 0.1)
        self.inner_bias = nn.Parameter(torch.zeros(INNER))
        self.bias = nn.Parameter(torch.zeros(1))
        self.filter = nn.Conv1d(INNER, OUTER, SPAN, padding=SPAN // 2)
        self.fact = nn.Linear(OUTER + INNER, 1)
        self.small_talk = nn.Linear(OUTER + INNER, 1)

    def forward(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        seen = functional.dropout(torch.ones(len(batch.numbers)), LEFT_OUT, self.training)
        sums = functional.embedding_bag(batch.numbers, torch.cat([self.weights, self.vectors], 1), batch.begins,
                                        mode="sum", per_sample_weights=seen)
        inner = torch.relu(sums[:, 1:] + self.inner_bias) * batch.is_said
        outer = torch.relu(self.filter(inner.t()[None])[0].t())
        both = functional.dropout(torch.cat([outer, inner], 1)[batch.places], LEFT_OUT, self.training)
        return sums[batch.places, 0] + self.bias + self.fact(both)[:, 0], self.small_talk(both)[:, 0]

    def loss(self, batch: Batch) -> torch.Tensor:
        fact, small_talk = self(batch)
        errors = functional.binary_cross_entropy_with_logits(fact, (batch.marks > 0).float(), reduction="none")
        of_fact = (errors * batch.marks.clamp(min=1) * batch.weights).mean()
        errors = functional.binary_cross_entropy_with_logits(small_talk, batch.small_talk, reduction="none")
        of_small_talk = (errors * (batch.weights == 1)).mean()
        return of_fact + SMALL_TALK * of_small_talk + DECAY * ((self.weights**2).sum() + (self.vectors**2).sum())


def fit(talks: list[Talk], names: int) -> Network:
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    network = Network(names)
    average, averaged = copy.deepcopy(network), 0
    steps = torch.optim.Adam(network.parameters(), lr=STEP, betas=(0.9, 0.98))
    batches = len(talks) // TALKS_AT_ONCE
    for number in range(ROUNDS):
        order = list(range(len(talks)))
        random.Random(SEED * 100 + number).shuffle(order)
        for i in range(batches):
            steps.param_groups[0]["lr"] = STEP * (1 - (number + i / batches) / ROUNDS)
            batch = Batch([talks[talk] for talk in order[i * TALKS_AT_ONCE:(i + 1) * TALKS_AT_ONCE]])
            steps.zero_grad()
            loss = network.loss(batch)
            loss.backward()
            steps.step()
            if number < FIRST_AVERAGED:
                continue
            averaged += 1
            with torch.no_grad():
                for mean, value in zip(average.parameters(), network.parameters()):
                    mean.lerp_(value, 1 / averaged)
        print(f"round {number + 1} of {ROUNDS}: {loss.item():.4f}", flush=True)
    return average.eval()


def written(network: Network, names: list[str], talks: list[Talk]) -> str:
    """As the program reads it. What the model says of small talk is taken off less what it says on average of a fact."""
    def row(values: torch.Tensor) -> str:
        return " ".join(str(round(value * 100)) for value in values.flatten().tolist())

    with torch.no_grad():
        said = [(batch.marks, network(batch)[1]) for batch in (Batch([talk]) for talk in talks)]
        usual = torch.cat([small_talk[marks > 0] for marks, small_talk in said]).mean()
        both = network.fact.weight[0] - LESS_SMALL_TALK * network.small_talk.weight[0]
        bias = network.bias + network.fact.bias - LESS_SMALL_TALK * (network.small_talk.bias - usual)
    lines = [f"=bias {row(bias)}", f"=inner-bias {row(network.inner_bias)}", f"=outer-bias {row(network.filter.bias)}",
             f"=of-itself {row(both[OUTER:])}", f"=of-all {row(both[:OUTER])}"]
    for place in range(SPAN):
        for number in range(INNER):
            lines.append(f"=filter {place} {number} {row(network.filter.weight[:, number, place])}")
    for i, name in enumerate(names):
        lines.append(f"{name} {network.weights[i].item():.2f} {row(network.vectors[i])}")
    return "\n".join(lines) + "\n"


def names_of(lines: list[str]) -> list[str]:
    counts: collections.Counter[str] = collections.Counter()
    for line in lines:
        for _, _, _, features in json.loads(line)["segments"]:
            counts.update(set(features))
    return sorted(name for name, count in counts.items() if count >= FEWEST)


def read(lines: list[str], names: list[str]) -> list[Talk]:
    numbers = {name: i for i, name in enumerate(names)}
    return [Talk(line, numbers) for line in lines]


def cross_validate(lines: list[str]) -> None:
    values, marks, small_talk, words = [], [], [], []
    size = -(-len(lines) // PARTS)
    for first in range(0, len(lines), size):
        others, own = lines[:first] + lines[first + size:], lines[first:first + size]
        names = names_of(others)
        network = fit(read(others, names), len(names))
        for talk in read(own, names):
            if talk.weight != 1:
                continue
            with torch.no_grad():
                fact, chat = network(Batch([talk]))
            values.append(fact - LESS_SMALL_TALK * chat)
            marks.append(talk.marks)
            small_talk.append(talk.small_talk)
            words.append(talk.words)
    order = torch.cat(values).argsort(descending=True)
    held = torch.cat(words)[order].cumsum(0) <= torch.cat(words).sum() * 0.6
    for what, which in (("facts", torch.cat(marks) > 0), ("critical facts", torch.cat(marks) > 1),
                        ("small talk", torch.cat(small_talk) > 0)):
        print(f"{what}: {(which[order] & held).sum().item() / which.sum().item():.4f}")


def main() -> None:
    is_cross_validated = sys.argv[1] == "--cross-validate"
    with open(sys.argv[2 if is_cross_validated else 1], encoding="utf-8") as file:
        lines = list(file)
    if is_cross_validated:
        cross_validate(lines)
        return
    names = names_of(lines)
    talks = read(lines, names)
    network = fit(talks, len(names))
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(written(network, names, talks))


if __name__ == "__main__":
    main()

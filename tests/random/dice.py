"""Choices at random that are the same for the same seed."""
import random
from typing import Any, Sequence, TypeVar

T = TypeVar("T")


class Dice:
    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def one_in(self, number: int) -> bool:
        return self.random.randrange(number) == 0

    def most(self) -> bool:
        """True three times in four."""
        return self.random.randrange(4) != 0

    def below(self, end: int) -> int:
        return self.random.randrange(end)

    def between(self, first: int, last: int) -> int:
        return self.random.randint(first, last)

    def pick(self, of: Sequence[T]) -> T:
        return self.random.choice(of)

    def weighted(self, of: dict[Any, int]) -> Any:
        return self.random.choices(list(of), weights=list(of.values()))[0]

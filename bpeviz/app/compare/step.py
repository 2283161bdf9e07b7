"""The step of Compare's slider, which moves both sides."""

from ..step import Step

STEP = Step("compare_step", "compare_nonce")

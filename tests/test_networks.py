"""Rprop against its published rule and a kept implementation; networks that learn what a line cannot."""

import numpy as np
import pytest

from markwindow.methods.networks import (
    FIRST_STEP,
    GROWTH,
    LARGEST_STEP,
    SHRINKAGE,
    SMALLEST_STEP,
    Network,
    fit_network,
    rprop,
)


def test_steps_by_hand():
    """f(x) = x²/2 from ⅓ with a first step of 0.1: the step grows by 1.2, halves at the turn, rests once."""
    seen = []

    def gradient(point):
        seen.append(float(point[0]))
        return point

    last = rprop(gradient, np.array([1 / 3]), steps=6)
    # 0.1, 0.12, 0.144 towards 0 and over it; a rest with the step halved to 0.072; back by it and on.
    assert seen == pytest.approx([value / 3 for value in (1.0, 0.7, 0.34, -0.092, -0.092, 0.124)])
    assert last[0] == pytest.approx(0.124 / 3)


def test_only_the_sign_of_a_derivative_counts():
    start = np.array([3.0, -2.0])
    found = [rprop(lambda point, scale=scale: scale * point, start, 40) for scale in (1e-6, 1.0, 1e6)]
    assert np.array_equal(found[0], found[1])
    assert np.array_equal(found[1], found[2])


def rosenbrock(point):
    x, y = point
    return np.array([-2 * (1 - x) - 400 * x * (y - x * x), 200 * (y - x * x)])


def quartic(point):
    return 4 * point**3 - 3 * point + np.array([0.5, -1.0, 0.0])


@pytest.mark.slow
@pytest.mark.parametrize(("gradient", "start"), [(rosenbrock, [-1.2, 1.0]), (quartic, [2.0, 0.1, -3.0])])
@pytest.mark.filterwarnings("ignore")
def test_it_goes_the_way_of_a_kept_implementation(gradient, start):
    """That of PaddlePaddle; too large (700 MB) to be installed for every run, so it skips where it is not."""
    paddle = pytest.importorskip("paddle", reason="to compare Rprop: pip install paddlepaddle")
    point = paddle.create_parameter(
        [len(start)], "float64", default_initializer=paddle.nn.initializer.Assign(np.array(start))
    )
    optimiser = paddle.optimizer.Rprop(
        learning_rate=FIRST_STEP,
        learning_rate_range=(SMALLEST_STEP, LARGEST_STEP),
        parameters=[point],
        etas=(SHRINKAGE, GROWTH),
    )
    for steps in range(1, 60):
        (point * paddle.to_tensor(gradient(point.numpy()))).sum().backward()
        optimiser.step()
        optimiser.clear_grad()
        assert rprop(gradient, np.array(start), steps) == pytest.approx(point.numpy(), abs=1e-12)


CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])


def fit(answers, seed=0, importance=None):
    weights = np.ones(len(CORNERS)) if importance is None else importance
    return fit_network(CORNERS, np.array(answers), weights, seed, units=4, steps=200, decay=1e-5)


def test_a_network_learns_what_no_straight_line_parts():
    probability = fit([False, True, True, False]).probability(CORNERS)
    assert (probability > 0.5).tolist() == [False, True, True, False]


def test_the_same_seed_gives_the_same_network():
    first, again, other = (fit([False, True, True, False], seed) for seed in (0, 0, 1))
    assert np.array_equal(first.hidden, again.hidden)
    assert not np.array_equal(first.hidden, other.hidden)


def test_importance_is_the_price_of_an_error():
    contradictory = np.zeros((4, 1))
    answers = np.array([True, False, False, False])
    for price, kept in ((1.0, False), (10.0, True)):
        importance = np.where(answers, price, 1.0)
        network = fit_network(contradictory, answers, importance, 0, units=2, steps=100, decay=1e-5)
        assert (network.probability(contradictory)[0] > 0.5) == kept


def test_plain_numbers_and_back():
    network = fit([False, True, True, False])
    again = Network.from_plain(network.to_plain())
    assert again.probability(CORNERS) == pytest.approx(network.probability(CORNERS), abs=1e-3)

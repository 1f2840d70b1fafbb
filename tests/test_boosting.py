"""AdaBoost over stumps, by hand and by its promise."""

import math

import numpy as np
import pytest

from markwindow.methods.boosting import Boosted, Stump, fit_stumps


def test_one_stump_is_the_best_threshold_of_the_best_feature():
    features = np.array([[5.0, 1.0], [1.0, 2.0], [4.0, 3.0], [2.0, 4.0]])
    answers = np.array([False, False, True, True])
    (stump,) = fit_stumps(features, answers, np.ones(4), rounds=1).stumps
    assert (stump.feature, stump.threshold) == (1, 2.5)
    assert stump.vote > 0


def test_a_vote_weighs_by_its_error():
    """One of four rows is wrong: the vote is half the logarithm of 3/1, and the row's weight becomes ½."""
    features = np.array([[1.0], [2.0], [3.0], [4.0]])
    answers = np.array([False, True, False, True])
    first, second = fit_stumps(features, answers, np.ones(4), rounds=2).stumps
    assert (first.threshold, first.vote) == (1.5, pytest.approx(0.5 * math.log(3)))
    # Now the third row weighs 1/2 and the others 1/6 each: over 3.5 gets the second row wrong.
    assert (second.threshold, second.vote) == (3.5, pytest.approx(0.5 * math.log(5)))


def test_small_values_can_be_a_yes():
    (stump,) = fit_stumps(np.array([[1.0], [2.0]]), np.array([True, False]), np.ones(2), rounds=1).stumps
    assert (stump.threshold, stump.vote < 0) == (1.5, True)


def test_more_stumps_learn_what_one_cannot():
    values = np.arange(30.0)
    answers = (values >= 10) & (values < 20)
    errors = [
        int(
            (
                (fit_stumps(values[:, None], answers, np.ones(30), n).score(values[:, None]) > 0) != answers
            ).sum()
        )
        for n in (1, 10)
    ]
    assert errors[0] == 10
    assert errors[1] == 0


def test_nothing_to_learn_gives_no_stump():
    features = np.zeros((4, 1))
    found = fit_stumps(features, np.array([True, True, False, False]), np.ones(4), rounds=5)
    assert found.stumps == ()
    assert found.probability(features).tolist() == [0.5] * 4


def test_plain_numbers_and_back():
    boosted = Boosted((Stump(0, 1.5, 0.25), Stump(2, 0.5, -1.0)))
    assert Boosted.from_plain(boosted.to_plain()) == boosted

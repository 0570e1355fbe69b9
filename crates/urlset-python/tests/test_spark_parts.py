"""Parts of the part for Apache Spark, each asked without a session: what they do is over before Java has started."""

import signal

import pytest

pytest.importorskip("pyspark", reason="no pyspark: install urlset[spark]")

from urlset.spark._jobs import TOO_LARGE, _Cuts


def test_where_an_empty_file_has_no_room_there_is_an_end():
    import numpy

    def late(*_):
        raise TimeoutError("nothing was cut")

    cuts = _Cuts([0], 3, (50_000, 100), 110)
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(20)
    try:
        cuts._greedy(iter([numpy.array([TOO_LARGE] * 3, "<i4").tobytes()]))
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    assert cuts.starts == [0]

"""The extractor in engines that people run beyond one machine.

One function on Arrow record batches does the work (`markwindow.engines.arrow`); a thin adapter for each
engine hands it what the engine has. Pages are independent of each other: no engine has to move them between
machines. Each adapter needs its engine, by the extra of the same name: ``pip install 'markwindow[spark]'``.
"""

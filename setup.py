"""Packaging lives in setup.cfg; this file lets old tools find it."""

from setuptools import setup

setup()

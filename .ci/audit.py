"""Tells what pip-audit found; exit code 1 for a vulnerability, 0 where the advisories could not be had.

python .ci/audit.py AUDIT.json
"""

import json
import sys
from pathlib import Path

report = Path(sys.argv[1])
packages = json.loads(report.read_text())["dependencies"] if report.exists() else []
audited = [package for package in packages if "skip_reason" not in package]
skipped = [package["name"] for package in packages if "skip_reason" in package]
found = [
    f"{package['name']} {package['version']}: {vulnerability['id']}, mended in "
    f"{', '.join(vulnerability['fix_versions']) or 'no version yet'}"
    for package in audited
    for vulnerability in package["vulns"]
]
if not audited:
    print("The advisory service cannot be reached, or knows none of the packages: nothing was audited.")
elif skipped:
    print(f"Without advisories, not audited: {', '.join(skipped)}.")
print(f"{len(audited)} packages audited, {len(found)} vulnerabilities.", *found, sep="\n")
sys.exit(bool(found))

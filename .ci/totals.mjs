// Prints "N passed, N failed" from vitest's JSON report. A test file that could not run counts as failed.
import { readFileSync } from 'node:fs';

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const broken = report.testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
);
console.log(`${report.numPassedTests} passed, ${report.numFailedTests + broken.length} failed`);

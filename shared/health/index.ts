import { claims } from './claims.ts';
import { clash } from './clash.ts';
import { confusion } from './confusion.ts';
import type { Detector, Finding, HealthPorts, Inspection } from './detector.ts';
import { distraction } from './distraction.ts';
import { indirect } from './indirect.ts';
import { withoutNeeded } from './needed.ts';
import { poisoning } from './poisoning.ts';
import { withoutRepeats } from './repeats.ts';
import { rot } from './rot.ts';
import { toolPoisoning } from './tool-poisoning.ts';

/** The detectors, in the order in which their findings are shown. */
const DETECTORS: readonly Detector[] = [
  poisoning,
  indirect,
  toolPoisoning,
  claims,
  clash,
  distraction,
  confusion,
  rot,
];

/** Runs every detector over the ordered window. The window is not changed. */
export async function checkHealth(
  inspection: Inspection,
  ports: HealthPorts,
): Promise<readonly Finding[]> {
  const findings = await Promise.all(
    DETECTORS.map((detector) => detector.detect(inspection, ports)),
  );
  return withoutNeeded(withoutRepeats(findings.flat()));
}

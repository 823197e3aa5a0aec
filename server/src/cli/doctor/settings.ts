import { type Config, ConfigError, readConfig } from '../../platform/config/config.ts';
import { type Finding, fault, note, ok } from './finding.ts';

/** The settings of the environment, and what is wrong with them; without any where one is wrong. */
export function checkSettings(environment: NodeJS.ProcessEnv): {
  readonly config: Config | null;
  readonly findings: Finding[];
} {
  try {
    const { config, warnings } = readConfig(environment);
    const findings = warnings.map((line) => note('settings', line));
    if (config.rateLimit === 0) {
      findings.push(note('settings', 'Rate limits are off.', 'Leave DUET_RATE_LIMIT out to turn them on.'));
    }
    if (findings.length === 0) findings.push(ok('settings', 'Every setting can be used.'));
    return { config, findings };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const mend = 'docs/configuration.md has all settings.';
    return { config: null, findings: error.lines.map((line) => fault('settings', line, mend)) };
  }
}

import { readFileSync } from 'node:fs';

const RULES = new URL('../../deploy/observability/alerts.yml', import.meta.url);
const SECONDS = { s: 1, m: 60, h: 3_600 };

/** The names of all alerts, in the order of their file. */
export function alertNames(): string[] {
  return [...readFileSync(RULES, 'utf8').matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name);
}

/**
 * The rule of one alert as its own file. Its windows and its `for` are `scale` times shorter, so that a drill need not wait for an hour.
 * Thresholds stay as they are.
 */
export function scaledRule(alert: string, scale: number): string {
  const [head = '', ...rules] = readFileSync(RULES, 'utf8').split(/^(?= +- alert: )/m);
  const rule = rules.find((each) => each.startsWith(`      - alert: ${alert}\n`));
  if (!rule) throw new Error(`there is no alert ${alert}`);
  const shorter = (text: string, unit: string) =>
    `${Math.max(1, Math.round((Number(text) * SECONDS[unit as keyof typeof SECONDS]) / scale))}s`;
  return (
    head +
    rule
      .replace(
        /^( +for: )(\d+)([smh])$/m,
        (_, start: string, text: string, unit: string) => start + shorter(text, unit),
      )
      // A rate needs two scrapes within its window.
      .replaceAll(/\[(\d+)([smh])\]/g, (_, text: string, unit: string) => `[${shorter(text, unit)}]`)
  );
}

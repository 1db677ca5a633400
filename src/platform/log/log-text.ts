import { styleText } from 'node:util';
import { printable } from '../text/printable.ts';

/** How log lines are written for people. */
interface LogTextOptions {
  /** Whether the reader's terminal shows colours. */
  readonly isColoured: boolean;
  /** Whether all fields of a line are shown, including the settings in the startup line. */
  readonly isVerbose: boolean;
  /** Turns hints in messages into commands that can be pasted. */
  readonly adapt: (text: string) => string;
}

/** The other fields of a line, as text that cannot control the terminal. */
type Fields = Map<string, string>;
type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

/** How a level is shown: errors stand out without colours too. */
const LEVELS: Readonly<Record<string, { label: string; style: Style }>> = {
  fatal: { label: 'FATAL', style: ['red', 'bold'] },
  error: { label: 'ERROR', style: ['red', 'bold'] },
  warn: { label: 'warn', style: 'yellow' },
  info: { label: 'info', style: 'cyan' },
};
const LABEL_WIDTH = 5;
/** Aligned with the message: after `10:31:07 info  `. */
const INDENT = ' '.repeat('10:31:07 '.length + LABEL_WIDTH + 1);

/**
 * Fields that identify the source of a line. They are only shown with an error, because they would be most of the line.
 */
const TRACES = ['website_id', 'key_id', 'req_id'];
/** Longer lists are shown as their number of entries. */
const MOST_LISTED = 3;
const STARTING = 'starting';

/** The most frequent log lines, as sentences. Each removes the fields that it shows. */
const LINES: Readonly<Record<string, (take: (name: string) => string, paint: Paint) => string>> = {
  [STARTING]: (take) => `Peye ${take('version')} starts on Node ${take('node')}`,
  request: (take, paint) => {
    const [method, route, status] = [take('method'), take('route'), take('status')];
    return `${method} ${route} ${paint(statusStyle(Number(status)), status)} ${duration(take('ms'))}`;
  },
  'provider call': (take) =>
    words('called', take('provider'), take('operation'), take('status_code'), duration(take('duration_ms'))),
  'delivery attempt': (take) =>
    words('sent', take('event'), 'to', take('host'), take('status_code'), duration(take('ms')), take('outcome')),
};

/**
 * Writes a log line, which is a JSON document, for people: the time of day on this machine, the level, the message and its
 * subject on one line; below it the hint how to fix it, and the cause of a failure.
 */
export function logText({ isColoured, isVerbose, adapt }: LogTextOptions): (line: string) => string {
  const paint: Paint = (style, text) =>
    isColoured && text !== '' ? styleText(style, text, { validateStream: false }) : text;
  return (line) => {
    const { level = '', time, msg = '', err, process: number, fix, ...others } = JSON.parse(line);
    const { label, style } = LEVELS[level] ?? { label: level, style: 'dim' };
    const fields: Fields = new Map(Object.entries(others).map(([name, value]) => [name, valueText(value, isVerbose)]));
    if (!isVerbose && !['warn', 'error', 'fatal'].includes(level)) {
      // A merchant who contacts support quotes the id of the rejected request.
      for (const name of TRACES) if (name !== 'req_id' || !fields.has('error')) fields.delete(name);
    }
    const take = (name: string) => {
      const value = fields.get(name) ?? '';
      fields.delete(name);
      // A sentence omits absent values.
      return others[name] === null ? '' : value;
    };
    const format = Object.hasOwn(LINES, msg) ? LINES[msg] : undefined;
    const text = format?.(take, paint) ?? adapt(printable(msg));
    if (msg === STARTING && !isVerbose) fields.clear();
    const about = [...fields].map(([name, value]) => `${name}=${value}`).join(' ');
    const from = number === undefined ? '' : `[${number}]`;
    const parts = [
      paint('dim', timeOfDay(new Date(time), isVerbose)),
      paint(style, label.padEnd(LABEL_WIDTH)),
      ...[paint('dim', from), text].filter((part) => part !== ''),
    ];
    const below = [...(fix === undefined ? [] : [`→ ${adapt(printable(fix))}`]), ...failureLines(err)];
    const first = about === '' ? parts.join(' ') : `${parts.join(' ')}  ${paint('dim', about)}`;
    return [first, ...below.map((each) => INDENT + paint('dim', each))].map((each) => `${each}\n`).join('');
  };
}

function valueText(value: unknown, isVerbose: boolean): string {
  if (Array.isArray(value) && value.length > MOST_LISTED && !isVerbose) return String(value.length);
  if (typeof value === 'string' && /^\S+$/.test(value)) return printable(value);
  return printable(JSON.stringify(value));
}

function words(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** Whole milliseconds: fractions are for machines. */
function duration(ms: string): string {
  return ms === '' ? '' : `${Math.round(Number(ms))} ms`;
}

function statusStyle(status: number): Style {
  if (status >= 500) return 'red';
  return status >= 400 ? 'yellow' : 'green';
}

function timeOfDay(at: Date, isExact: boolean): string {
  const [hours, minutes, seconds] = [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits);
  const text = `${hours}:${minutes}:${seconds}`;
  return isExact ? `${text}.${String(at.getMilliseconds()).padStart(3, '0')}` : text;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** An error as the log has it, with its stack, or any other value logged under that name. */
function failureLines(err: unknown): string[] {
  if (err === undefined || err === null) return [];
  const { stack, type, message } = err as { stack?: string; type?: string; message?: string };
  const text = stack ?? (message === undefined ? JSON.stringify(err) : `${type ?? 'Error'}: ${message}`);
  return text.split('\n').map((line) => printable(line.trimEnd()));
}

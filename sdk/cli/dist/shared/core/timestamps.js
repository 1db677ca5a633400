import { MS_PER_DAY, US_PER_DAY } from './durations.js';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?(?:[Zz]|([+-])(\d{2}):(\d{2})))?$/;

let lastDay = { day: 0, text: '1970-01-01T' };

export function formatTimestamp(us        )         {
  const day = dayOf(us);
  if (day !== lastDay.day) lastDay = { day, text: new Date(startOfDayUs(day) / 1000).toISOString().slice(0, -13) };
  const usOfDay = us - startOfDayUs(day);
  const seconds = Math.floor(usOfDay / 1_000_000);
  const usOfSecond = usOfDay - seconds * 1_000_000;
  const ms = Math.floor(usOfSecond / 1000);
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${lastDay.text}${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(seconds % 60)}.${threeDigits(ms)}${threeDigits(usOfSecond - ms * 1000)}Z`;
}

export function momentOf(us               )                {
  return us === null ? null : formatTimestamp(us);
}

export function dayOf(us        )         {
  return Math.floor(us / US_PER_DAY);
}

export function startOfDayUs(day        )         {
  return day * US_PER_DAY;
}

export function parseDay(text        )                     {
  const match = DAY.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same ? date.getTime() / MS_PER_DAY : undefined;
}

export function parseTimestamp(text        )                     {
  const match = TIMESTAMP.exec(text);
  const day = parseDay(match?.[1] ?? '');
  if (!match || day === undefined) return undefined;
  const part = (at        ) => Number(match[at] ?? 0);
  const [hours, minutes, seconds, offsetHours, offsetMinutes] = [part(2), part(3), part(4), part(7), part(8)];
  if (hours > 23 || minutes > 59 || seconds > 59 || offsetHours > 23 || offsetMinutes > 59) return undefined;
  const offset = (match[6] === '-' ? -60 : 60) * (offsetHours * 60 + offsetMinutes);
  const secondsOfDay = (hours * 60 + minutes) * 60 + seconds - offset;
  return startOfDayUs(day) + secondsOfDay * 1_000_000 + Number((match[5] ?? '').padEnd(6, '0'));
}

function twoDigits(number        )         {
  return number < 10 ? `0${number}` : `${number}`;
}

function threeDigits(number        )         {
  return number < 100 ? `0${twoDigits(number)}` : `${number}`;
}

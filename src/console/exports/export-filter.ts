import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../domain/errors.ts';
import { formField } from '../../http/form-fields.ts';
import { haitiInputEndUs, haitiInputUs } from '../haiti-input.ts';
import { isVisible } from '../visible.ts';
import type { SignedInVisit } from '../visit.ts';

/** The most characters that a filter has: it is recorded in the audit log. */
export const FILTER_CHARACTERS = 100;

/** The fields of an export's form that are no filters. */
const NO_FILTERS: readonly string[] = ['form_token', 'form_page', 'format'];

/** A filter that has a value it cannot have: nothing is exported, rather than more than was asked for. */
export class FilterFault extends Error {
  override readonly name = 'FilterFault';
  /** The field. */
  readonly field: string;

  constructor(field: string) {
    super(`the filter ${field} cannot be that`);
    this.field = field;
  }
}

/** What a list is narrowed down by. */
export interface ExportFilter {
  /** The websites whose rows may be seen and are asked for; null: all. */
  readonly websiteIds: readonly string[] | null;
  /** The one that was asked for. */
  readonly websiteId: string | undefined;
  /** From here on, and before that; microseconds since 1970. */
  readonly fromUs: number | undefined;
  readonly toUs: number | undefined;
  /** When it was asked for: what a list says of now is said of this moment. */
  readonly nowUs: number;
  /** One of these, or undefined when it was left open. Throws FilterFault. */
  choice<Value extends string>(values: readonly Value[], field: string): Value | undefined;
  text(field: string): string | undefined;
  /** All of it, as the address of the list has it. */
  readonly asQuery: string;
}

/**
 * Reads the filters of a list from its form, bound to what may be seen. Throws ApiError `not_found` for a website that may not be seen,
 * and FilterFault for a time that there is not, and for more than FILTER_CHARACTERS.
 */
export function readExportFilter(visit: SignedInVisit): ExportFilter {
  const { request, who, deps } = visit;
  const given = givenFields(request);
  const text = (field: string) => given[field];
  const websiteId = text('website');
  if (websiteId !== undefined && !isVisible(visit, websiteId)) throw new ApiError('not_found');
  return {
    websiteIds: websiteId === undefined ? who.websiteIds : [websiteId],
    websiteId,
    fromUs: momentOf('from', text('from'), haitiInputUs),
    toUs: momentOf('to', text('to'), haitiInputEndUs),
    nowUs: deps.clock(),
    choice(values, field) {
      const value = text(field);
      if (value === undefined) return undefined;
      const found = values.find((each) => each === value);
      if (found === undefined) throw new FilterFault(field);
      return found;
    },
    text,
    asQuery: String(new URLSearchParams(given)),
  };
}

/** What was filled in. */
function givenFields(request: FastifyRequest): Record<string, string> {
  const names = Object.keys((request.body ?? {}) as Record<string, unknown>).filter(
    (name) => !NO_FILTERS.includes(name),
  );
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = formField(request, name);
      if (value.length > FILTER_CHARACTERS) throw new FilterFault(name);
      return value === '' ? [] : [[name, value]];
    }),
  );
}

function momentOf(
  field: string,
  text: string | undefined,
  read: (text: string) => number | undefined,
): number | undefined {
  if (text === undefined) return undefined;
  const us = read(text);
  if (us === undefined) throw new FilterFault(field);
  return us;
}

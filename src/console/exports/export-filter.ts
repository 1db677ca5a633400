import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import type { Role } from '../../core/roles.ts';
import { formField } from '../../http/form-fields.ts';
import type { Language } from '../../platform/messages/language.ts';
import type { SignedInContext } from '../console-context.ts';
import { haitiInputEndUs, haitiInputUs } from '../views/date-range.ts';
import { isVisible } from '../visible.ts';

export const MENU_PATH = '/exports';

/** The maximum length of a filter's value, because the audit log records it. */
export const FILTER_CHARACTERS = 100;

/** The fields of an export's form that are not filters. */
const NOT_FILTERS: readonly string[] = ['form_token', 'form_page', 'format'];

/** An invalid filter value. Nothing is exported, rather than more than the user requested. */
export class FilterFault extends Error {
  override readonly name = 'FilterFault';
  /** The field's name. */
  readonly field: string;

  constructor(field: string) {
    super(`the filter ${field} has an invalid value`);
    this.field = field;
  }
}

/** The filters of a list. */
export interface ExportFilter {
  /** The websites that the user may see and has selected; null for all. */
  readonly websiteIds: readonly string[] | null;
  /** The website that the user selected. */
  readonly websiteId: string | undefined;
  /** From `fromUs` on, and before `toUs`; microseconds since 1970. */
  readonly fromUs: number | undefined;
  readonly toUs: number | undefined;
  /** The time of the request: states that depend on the time are computed for it. */
  readonly nowUs: number;
  /** The chosen value, or undefined if nothing was chosen. Throws FilterFault for any other value. */
  choice<Value extends string>(values: readonly Value[], field: string): Value | undefined;
  text(field: string): string | undefined;
  /** The user's role: some columns are not for everyone. */
  readonly role: Role;
  /** The user's language, for spreadsheets. */
  readonly language: Language;
  /** All filters, as the query string of the list has them. */
  readonly asQuery: string;
}

/**
 * Reads the filters of an export's form, limited to the websites that the user may see. Throws ApiError `not_found` for a website that the
 * user may not see, and FilterFault as `exportFilterOf` does.
 */
export function readExportFilter(context: SignedInContext): ExportFilter {
  const { request, who, deps, language } = context;
  const { websiteIds, user } = who;
  const seen = { websiteIds, role: user.role, nowUs: deps.clock(), language };
  const filter = exportFilterOf(givenFields(request), seen);
  if (filter.websiteId !== undefined && !isVisible(context, filter.websiteId)) throw new ApiError('not_found');
  return filter;
}

/** The filter with these values. Throws FilterFault for an invalid time or more than FILTER_CHARACTERS; the list checks the others. */
export function exportFilterOf(
  given: Readonly<Record<string, string>>,
  { websiteIds, nowUs, role, language }: Pick<ExportFilter, 'websiteIds' | 'nowUs' | 'role' | 'language'>,
): ExportFilter {
  const tooLong = Object.keys(given).find((field) => (given[field] ?? '').length > FILTER_CHARACTERS);
  if (tooLong !== undefined) throw new FilterFault(tooLong);
  const text = (field: string) => given[field];
  const websiteId = text('website');
  return {
    websiteIds: websiteId === undefined ? websiteIds : [websiteId],
    websiteId,
    role,
    fromUs: momentOf('from', text('from'), haitiInputUs),
    toUs: momentOf('to', text('to'), haitiInputEndUs),
    nowUs,
    choice(values, field) {
      const value = text(field);
      if (value === undefined) return undefined;
      const found = values.find((each) => each === value);
      if (found === undefined) throw new FilterFault(field);
      return found;
    },
    text,
    language,
    asQuery: String(new URLSearchParams(given)),
  };
}

/** The fields that were filled in. */
function givenFields(request: FastifyRequest): Record<string, string> {
  const names = Object.keys((request.body ?? {}) as Record<string, unknown>).filter(
    (name) => !NOT_FILTERS.includes(name),
  );
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = formField(request, name);
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

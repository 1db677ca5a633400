import type { ExportList } from './exported-list.ts';
import { MERCHANT_LISTS } from './merchant-lists.ts';
import { OPERATOR_LISTS } from './operator-lists.ts';

/** Every list that can be exported. */
export const EXPORT_LISTS: readonly ExportList[] = [...MERCHANT_LISTS, ...OPERATOR_LISTS];

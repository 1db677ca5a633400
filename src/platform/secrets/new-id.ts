import { randomBase62 } from './secrets.ts';

/** The objects with a random id, by its prefix, and the number of base-62 characters that follow: 16 hold 95 bits. */
const LENGTHS = {
  web: 16,
  key: 16,
  dsc: 20,
  store: 16,
  usr: 16,
  fac: 16,
  ses: 16,
  hst: 16,
  rec: 16,
  lnk: 16,
  ref: 16,
  po: 16,
};

/** A new id, such as `web_…`: unguessable and unique. */
export function newId(prefix: keyof typeof LENGTHS): string {
  return `${prefix}_${randomBase62(LENGTHS[prefix])}`;
}

import { isIP } from 'node:net';

/** Whether a text is an IP address or a subnet such as `10.0.0.0/8` or `2001:db8::/32`. */
export function isSubnet(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

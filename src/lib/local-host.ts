/** Whether a host name or address, without brackets, is this machine by its own words: no name is looked up. */
export function isLocalHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(?:\.\d+){3}$/.test(host);
}

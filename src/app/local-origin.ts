import { isIP } from 'node:net';

/** The URL of a gateway on this machine that listens on a host and port: `http://127.0.0.1:8080`. */
export function localOrigin({ host, port }: { host: string; port: number }): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${port}`;
}

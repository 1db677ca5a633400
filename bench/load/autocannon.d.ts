/** The part of autocannon that the bench uses; the package brings no types. */
declare module 'autocannon' {
  interface Request {
    body?: string;
    path?: string;
    /** Returns each request as it is sent. */
    setupRequest?: (request: Request) => Request;
  }
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    method: 'GET' | 'POST';
    headers: Record<string, string>;
    /** Whether `[<id>]` in a body becomes a different text in each request. */
    idReplacement: boolean;
    requests: Request[];
  }
  interface Result {
    requests: { total: number };
    /** Milliseconds. */
    latency: { p50: number; p99: number };
    /** Seconds. */
    duration: number;
    errors: number;
    non2xx: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}

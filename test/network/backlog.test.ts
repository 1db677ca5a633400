import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { until } from '../support/gateway.ts';
import { watchGateway } from './watched-gateway.ts';

/** More than the 511 connections that Node lets wait by default. */
const CLIENTS = 1_500;

test('clients that connect while the gateway is busy wait, and need no second attempt', {
  timeout: 120_000,
}, async () => {
  const systemLimit = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  const clients = Math.min(CLIENTS, systemLimit - 1);
  const gateway = await watchGateway({ MAX_CONNECTIONS: '4000', MAX_CONNECTIONS_PER_ADDRESS: '0' });
  process.kill(gateway.pid, 'SIGSTOP');
  let connected = 0;
  let answered = 0;
  const sockets = Array.from({ length: clients }, () => {
    const socket = connect(gateway.port, '127.0.0.1', () => connected++);
    socket.on('error', () => {});
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    return socket.once('data', (head: Buffer) => (answered += Number(head.toString().startsWith('HTTP/1.1 200'))));
  });
  try {
    await until('all clients are connected', () => connected === clients, 20_000);
    process.kill(gateway.pid, 'SIGCONT');
    await until('all clients have responses', () => answered === clients, 60_000);
    assert.deepEqual(gateway.failures(), []);
  } finally {
    for (const socket of sockets) socket.destroy();
    process.kill(gateway.pid, 'SIGCONT');
    await gateway.stop();
  }
});

// One server of each framework with the SDK's handler, and several Express servers with typical mistakes. Prints the ports by name, then a
// line for each webhook that a handler received or refused.
import { createServer } from 'node:http';
import { serve } from '@hono/node-server';
import { expressWebhook } from '@peye/sdk/express';
import { fastifyWebhook } from '@peye/sdk/fastify';
import { honoWebhook } from '@peye/sdk/hono';
import { nextWebhook } from '@peye/sdk/next';
import express from 'express';
import express4 from 'express4';
import Fastify from 'fastify';
import { Hono } from 'hono';

const options = {
  secret: process.env.PEYE_WEBHOOK_SECRET,
  mode: 'test',
  onEvent: ({ event, data }) => {
    if (data.reference === 'the shop fails') throw new Error('planted');
    console.log(JSON.stringify({ event, reference: data.reference }));
  },
  onError: (error) => console.log(JSON.stringify({ error: error.message })),
};
const ports = {};

const failing = {
  ...options,
  onError: () => {
    throw new Error('planted in onError');
  },
};
const rejecting = { ...options, onError: async () => Promise.reject(new Error('planted in onError')) };

const expressApp = (...before) => expressOf(express, ...before);
const expressOf = (framework, ...before) => {
  const app = framework();
  for (const each of before) app.use(each);
  app.post('/webhooks', expressWebhook(options));
  app.post('/other', framework.json(), (request, response) => response.json(request.body));
  return app;
};
const keepRaw = express.json({ verify: (request, _response, raw) => (request.rawBody = raw) });
for (const [name, app] of Object.entries({
  express: expressApp(),
  'express.raw': expressApp(express.raw({ type: '*/*' })),
  'express.text': expressApp(express.text({ type: '*/*' })),
  'express with rawBody': expressApp(keepRaw),
  'express.json before': expressApp(express.json()),
  'node:http': expressWebhook(options),
  'express 4': expressOf(express4),
  'express 4 with raw': expressOf(express4, express4.raw({ type: '*/*' })),
  'an onError that throws': expressWebhook(failing),
  'an onError that rejects': expressWebhook(rejecting),
})) {
  ports[name] = await new Promise((done) => {
    const server = createServer(app).listen(0, '127.0.0.1', () => done(server.address().port));
  });
}

const fastify = Fastify();
fastify.register(fastifyWebhook, { path: '/webhooks', ...options });
fastify.post('/other', async (request) => request.body);
await fastify.listen({ port: 0, host: '127.0.0.1' });
ports.fastify = fastify.server.address().port;

const withParser = Fastify();
withParser.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
  done(null, JSON.parse(body)),
);
withParser.register(fastifyWebhook, { path: '/webhooks', ...options });
await withParser.listen({ port: 0, host: '127.0.0.1' });
ports['fastify with a parser'] = withParser.server.address().port;

const serveHono = (app) =>
  new Promise((done) => {
    serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => done(port));
  });
ports.hono = await serveHono(new Hono().post('/webhooks', honoWebhook(options)));
const reading = new Hono().use(async (c, next) => {
  await c.req.json();
  await next();
});
ports['hono that has read it'] = await serveHono(reading.post('/webhooks', honoWebhook(options)));
ports['next route'] = await serveHono({ fetch: nextWebhook(options) });

// Like an adapter that leaves a rejected promise to the process, which then ends.
const bare = nextWebhook(options);
const web = createServer(async (request, response) => {
  const body = new ReadableStream({
    async start(controller) {
      try {
        for await (const chunk of request) controller.enqueue(new Uint8Array(chunk));
        controller.close();
      } catch (error) {
        controller.error(error);
      }
    },
  });
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  const answer = await bare(new Request('http://shop.example/', { method: 'POST', headers, body, duplex: 'half' }));
  response.writeHead(answer.status).end(await answer.text());
});
ports['next route on node:http'] = await new Promise((done) => {
  web.listen(0, '127.0.0.1', () => done(web.address().port));
});

console.log(JSON.stringify(ports));

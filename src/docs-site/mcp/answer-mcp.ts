import { isObject, type JsonObject } from '../../platform/text/json-object.ts';
import { VERSION } from '../../platform/version.ts';
import type { CallApi } from './call-api.ts';
import type { McpTool } from './tools.ts';

/** The versions of the protocol whose requests this server understands, newest first. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

const INSTRUCTIONS =
  'Documentation and sandbox of the payment gateway Peye. Search the documentation first, then read a page or an operation. With a test key ' +
  'you can create, complete, fail and read test payments. No tool moves money.';

interface McpAnswer {
  readonly status: number;
  readonly body?: object;
}

/**
 * The response to one message of JSON-RPC. Notifications get 202 without a body.
 *
 * @param text the body of the HTTP request
 */
export async function answerMcp(text: unknown, tools: readonly McpTool[], callApi: CallApi): Promise<McpAnswer> {
  const message = parsed(text);
  if (message === undefined) return failure(400, null, PARSE_ERROR, 'The body is not JSON.');
  if (!isObject(message) || message.jsonrpc !== '2.0') {
    return failure(400, null, INVALID_REQUEST, 'The body must be one message of JSON-RPC 2.0.');
  }
  const { id, method, params } = message;
  // Responses have no method. This server sends no requests, so it expects none.
  if (id === undefined || typeof method !== 'string') return { status: 202 };
  if (typeof id !== 'string' && typeof id !== 'number') {
    return failure(400, null, INVALID_REQUEST, 'The id must be a string or a number.');
  }
  const given = isObject(params) ? params : {};
  switch (method) {
    case 'initialize':
      return result(id, initialized(given));
    case 'ping':
      return result(id, {});
    case 'tools/list':
      return result(id, { tools: tools.map(({ run: _, ...described }) => described) });
    case 'tools/call':
      return await called(id, given, tools, callApi);
    default:
      return failure(
        200,
        id,
        METHOD_NOT_FOUND,
        'This server has only tools: initialize, ping, tools/list, tools/call.',
      );
  }
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function initialized({ protocolVersion }: JsonObject): object {
  return {
    protocolVersion: VERSIONS.find((version) => version === protocolVersion) ?? VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'peye', title: 'Peye', version: VERSION },
    instructions: INSTRUCTIONS,
  };
}

async function called(
  id: string | number,
  { name, arguments: given }: JsonObject,
  tools: readonly McpTool[],
  callApi: CallApi,
): Promise<McpAnswer> {
  const tool = tools.find((each) => each.name === name);
  if (!tool)
    return failure(
      200,
      id,
      INVALID_PARAMS,
      `There is no such tool. There are ${tools.map((each) => each.name).join(', ')}.`,
    );
  const sent = isObject(given) ? given : {};
  const wrong = wrongArguments(tool, sent);
  const { text, isError } = wrong ? { text: wrong, isError: true } : await tool.run(sent, callApi);
  return result(id, { content: [{ type: 'text', text }], isError });
}

/** Which arguments a tool does not have or lacks. An agent would believe that an argument that is dropped had an effect. */
function wrongArguments(
  { name, inputSchema: { properties, required } }: McpTool,
  sent: JsonObject,
): string | undefined {
  const unknown = Object.keys(sent).filter((field) => !Object.hasOwn(properties, field));
  if (unknown.length > 0) {
    return `Unknown: ${unknown.join(', ')}. ${name} has only ${Object.keys(properties).join(', ')}.`;
  }
  const missing = required.filter((field) => sent[field] === undefined);
  return missing.length > 0 ? `Missing: ${missing.join(', ')}.` : undefined;
}

function result(id: string | number, value: object): McpAnswer {
  return { status: 200, body: { jsonrpc: '2.0', id, result: value } };
}

function failure(status: number, id: string | number | null, code: number, message: string): McpAnswer {
  return { status, body: { jsonrpc: '2.0', id, error: { code, message } } };
}

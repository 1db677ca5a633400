import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { type OpenApiDocument, operations } from '../../src/api/openapi/document.ts';

/** The parts of an Arazzo document that the gateway's document uses. */
export interface Arazzo {
  readonly workflows: readonly Workflow[];
}

interface Workflow {
  readonly workflowId: string;
  readonly inputs: { readonly required: readonly string[] };
  readonly steps: readonly Step[];
  readonly outputs: Readonly<Record<string, string>>;
}

interface Step {
  readonly stepId: string;
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: 'path' | 'query'; readonly value: unknown }[];
  readonly requestBody?: { readonly contentType: string; readonly payload: Readonly<Record<string, unknown>> };
  readonly successCriteria: readonly { readonly condition: string }[];
  readonly onFailure?: readonly { readonly type: string; readonly retryAfter: number; readonly retryLimit: number }[];
  readonly outputs?: Readonly<Record<string, string>>;
}

type Values = Readonly<Record<string, unknown>>;

/** Runs one workflow at a gateway and returns its outputs. Throws an AssertionError when a step fails. */
export async function runWorkflow(
  { inputs: { required }, steps, outputs }: Workflow,
  { document, key, inputs }: { document: OpenApiDocument; key: string; inputs: Values },
): Promise<Values> {
  for (const name of required) assert.ok(name in inputs, `the input ${name} is missing`);
  const done: Record<string, { outputs: Values }> = {};
  const context = { inputs, steps: done };
  for (const step of steps) {
    const [retry] = step.onFailure ?? [];
    for (let attempt = 0; ; attempt++) {
      const response = await send(document, step, key, context);
      const failed = step.successCriteria.find(({ condition }) => !holds(condition, { ...context, ...response }));
      if (!failed) {
        done[step.stepId] = { outputs: resolved(step.outputs ?? {}, { ...context, ...response }) };
        break;
      }
      const mayRetry = retry?.type === 'retry' && attempt < retry.retryLimit;
      assert.ok(mayRetry, `${step.stepId}: ${failed.condition}: ${JSON.stringify(response)}`);
      // As the document says; a client cannot know when the status changes.
      await setTimeout(retry.retryAfter * 1000);
    }
  }
  return resolved(outputs, context);
}

async function send(document: OpenApiDocument, step: Step, key: string, context: object) {
  const found = operations(document).find(({ operation }) => operation.operationId === step.operationId);
  assert.ok(found, `${step.operationId} is no operation`);
  const base = (found.operation.servers ?? document.servers)[0]!.url;
  const parameters = (step.parameters ?? [])
    .map((parameter) => ({ ...parameter, value: evaluated(parameter.value, context) }))
    .filter(({ value }) => value !== undefined);
  const declared = (found.operation.parameters ?? []).map(({ name }) => name);
  for (const { name } of parameters) assert.ok(declared.includes(name), `${step.operationId} has no parameter ${name}`);
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const path = inPath.reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    found.path,
  );
  const query = new URLSearchParams(inQuery.map(({ name, value }) => [name, String(value)] as [string, string]));
  const response = await fetch(`${base}${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: found.method.toUpperCase(),
    headers: {
      'x-api-key': key,
      ...(step.requestBody && { 'content-type': step.requestBody.contentType }),
    },
    ...(step.requestBody && { body: JSON.stringify(resolved(step.requestBody.payload, context)) }),
  });
  return { statusCode: response.status, response: { body: await response.json() } };
}

/** Whether a simple condition is true: comparisons by `==` with `||` between them. */
function holds(condition: string, context: object): boolean {
  return condition.split(' || ').some((comparison) => {
    const [, expression = '', text, number] = /^(\S+) == (?:'([^']*)'|(\d+))$/.exec(comparison) ?? [];
    return evaluated(expression, context) === (text ?? Number(number));
  });
}

function resolved(values: Values, context: object): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, evaluated(value, context)]));
}

/** The value of a runtime expression, such as `$steps.create.outputs.id` or `$response.body#/data/0`. Other values stay as they are. */
function evaluated(value: unknown, context: object): unknown {
  if (typeof value !== 'string' || !value.startsWith('$')) return value;
  const [path = '', pointer] = value.slice(1).split('#', 2);
  const names = [...path.split('.'), ...(pointer?.split('/').slice(1) ?? [])];
  return names.reduce<unknown>((at, name) => (at as Values | undefined)?.[name], context);
}

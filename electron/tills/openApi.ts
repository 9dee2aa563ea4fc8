import * as z from 'zod/mini'
import { ApiProblem, KEY_PATTERN, routes } from '../../shared/tillApi.ts'
import { SIGNED_HEADERS } from './signing.ts'

const ABOUT: Readonly<Record<keyof typeof routes, string>> = {
  handOver: 'Hands a sale over, once for each idempotency key, which stands for it for ever.',
  cancel: 'Takes a sale back that never left this computer. Asking twice does no harm.',
  sale: 'What is known of a sale now.',
  sales: 'The sales of this till, by the time at which they were handed over.',
  terminals: 'The terminals of this till.',
  health: 'Whether a sale would be taken now.',
}

const jsonOf = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { target: 'draft-2020-12', io })
  return { content: { 'application/json': { schema: made } } }
}

const header = (name: string, description: string, schema: object) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', ...schema },
})
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9]{1,15}$' } }
const IDEMPOTENCY = header(SIGNED_HEADERS.key, 'Stands for this sale for ever.', {
  pattern: KEY_PATTERN.source,
})

/** The OpenAPI 3.1 document of the door, made from the schemas that the door checks with. */
export function openApi(version: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, route] of Object.entries(routes)) {
    const query = 'query' in route ? z.toJSONSchema(route.query, { io: 'input' }).properties : undefined
    const parameters = [
      ...(route.path.includes('{id}') ? [ID] : []),
      ...(name === 'handOver' ? [IDEMPOTENCY] : []),
      ...Object.entries(query ?? {}).map(([each, schema]) => ({ name: each, in: 'query', schema })),
    ]
    const answer = { description: 'What is known of it.', ...jsonOf(route.answer, 'output') }
    const problem = { description: 'Why it was not done.', ...jsonOf(ApiProblem, 'output') }
    paths[route.path] = {
      ...paths[route.path],
      [route.method]: {
        operationId: name,
        summary: ABOUT[name as keyof typeof routes],
        ...(parameters.length > 0 ? { parameters } : {}),
        ...('body' in route ? { requestBody: { required: true, ...jsonOf(route.body, 'input') } } : {}),
        responses: { '200': answer, ...(name === 'handOver' ? { '202': answer } : {}), default: problem },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tillside: tills hand sales over', version },
    servers: [{ url: 'http://127.0.0.1:{port}', variables: { port: { default: '4717' } } }],
    components: {
      securitySchemes: {
        signature: {
          type: 'apiKey',
          in: 'header',
          name: SIGNED_HEADERS.signature,
          description: 'HMAC-SHA256 with the key of the till, as docs/integrate.md has it.',
        },
        practiceKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'The key of the till, in Practice only.',
        },
      },
    },
    security: [{ signature: [] }, { practiceKey: [] }],
    paths,
  }
}

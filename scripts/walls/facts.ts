import { parseSync } from 'vite'

/** One import, export-from, `import()`, `require()` or type import of a source file. */
export interface ImportFact {
  /** Null for a computed target, which no reader can know. */
  readonly specifier: string | null
  /** The whole statement disappears when types are stripped. `import { type A }` does not: it still runs the module. */
  readonly typeOnly: boolean
  /** Imported names; `*` for everything. */
  readonly names: readonly string[]
  readonly line: number
}

export interface Mention {
  readonly text: string
  readonly line: number
}

/** What the walls need to know about a source file. */
export interface SourceFacts {
  readonly path: string
  readonly source: string
  readonly imports: readonly ImportFact[]
  /** Names used as values, dotted if written so (`Date.now`); `new Date()` and `Date()` only without arguments. */
  readonly references: readonly Mention[]
  /** Every identifier and property name, types included. */
  readonly names: readonly Mention[]
  /** String literals, templates (holes as `?`) and JSX text. */
  readonly texts: readonly Mention[]
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

/** Nodes around a value whose type names begin with TS although they run. */
const RUNNING_TS_NODES: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSExportAssignment',
])
const GLOBAL_PREFIX = /^(?:(?:globalThis|window|self|global)\.)+/u

/** Reads the facts of one file; never throws on bad syntax, which becomes a parse error. */
export function readFacts(path: string, source: string): SourceFacts {
  const parsed = parseSync(path, source)
  const lineOf = lineReader(source)
  const facts = {
    path,
    source,
    imports: [] as ImportFact[],
    references: [] as Mention[],
    names: [] as Mention[],
    texts: [] as Mention[],
  }
  const visit = (node: Node, parent: Node | null, key: string, inType: boolean): void => {
    const line = lineOf(node.start)
    const importFact = readImport(node, line)
    if (importFact !== null) facts.imports.push(importFact)
    const text = readText(node)
    if (text !== null) facts.texts.push({ text, line })
    if (typeof node['name'] === 'string') facts.names.push({ text: node['name'], line })
    if (!inType && !isMereLabel(parent, key)) {
      for (const reference of readReferences(node)) facts.references.push({ text: reference, line })
    }
    const typeBelow = inType || (node.type.startsWith('TS') && !RUNNING_TS_NODES.has(node.type))
    for (const [childKey, child] of Object.entries(node)) {
      for (const each of Array.isArray(child) ? (child as readonly unknown[]) : [child]) {
        if (isNode(each)) visit(each, node, childKey, typeBelow)
      }
    }
  }
  visit(parsed.program as unknown as Node, null, '', false)
  return facts
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

function lineReader(source: string): (offset: number) => number {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}

function readImport(node: Node, line: number): ImportFact | null {
  switch (node.type) {
    case 'ImportDeclaration':
      return {
        specifier: literal(node['source']),
        typeOnly: node['importKind'] === 'type',
        names: importedNames(node['specifiers']),
        line,
      }
    case 'ExportAllDeclaration':
      return {
        specifier: literal(node['source']),
        typeOnly: node['exportKind'] === 'type',
        names: ['*'],
        line,
      }
    case 'ExportNamedDeclaration':
      if (!isNode(node['source'])) return null
      return {
        specifier: literal(node['source']),
        typeOnly: node['exportKind'] === 'type',
        names: importedNames(node['specifiers']),
        line,
      }
    case 'ImportExpression':
      return { specifier: literal(node['source']), typeOnly: false, names: ['*'], line }
    case 'TSImportType':
      return { specifier: literal(node['source'] ?? node['argument']), typeOnly: true, names: ['*'], line }
    case 'TSExternalModuleReference':
      return { specifier: literal(node['expression']), typeOnly: false, names: ['*'], line }
    case 'CallExpression': {
      if (dottedName(node['callee']) !== 'require') return null
      const [first] = node['arguments'] as readonly unknown[]
      return { specifier: literal(first), typeOnly: false, names: ['*'], line }
    }
    default:
      return null
  }
}

function importedNames(specifiers: unknown): readonly string[] {
  return (Array.isArray(specifiers) ? specifiers : []).filter(isNode).map((specifier) => {
    const outer = specifier['imported'] ?? specifier['local']
    if (specifier.type === 'ImportDefaultSpecifier') return 'default'
    if (specifier.type === 'ImportNamespaceSpecifier' || !isNode(outer)) return '*'
    return typeof outer['name'] === 'string' ? outer['name'] : '*'
  })
}

function literal(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'TSLiteralType') return literal(node['literal'])
  if (node.type === 'TemplateLiteral') {
    const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string | null } }[]
    return quasis.length === 1 ? (quasis[0]?.value.cooked ?? null) : null
  }
  return typeof node['value'] === 'string' ? node['value'] : null
}

function readText(node: Node): string | null {
  if (node.type === 'JSXText' || node.type === 'Literal') return literal(node)
  if (node.type !== 'TemplateLiteral') return null
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string | null } }[]
  return quasis.map((quasi) => quasi.value.cooked ?? '').join('?')
}

/** A property's name, an import's own name and the like: a word that reads no variable. */
function isMereLabel(parent: Node | null, key: string): boolean {
  if (parent === null) return false
  if (parent.type === 'MemberExpression') return key === 'property' && parent['computed'] !== true
  if (key === 'key') return parent['computed'] !== true
  return key === 'imported' || key === 'exported' || key === 'label' || parent.type === 'MetaProperty'
}

/** The dotted name of `a.b['c']`, without `globalThis.` and the like; null if a part is computed. */
function dottedName(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Identifier') return String(node['name'])
  if (node.type === 'ParenthesizedExpression' || node.type === 'ChainExpression')
    return dottedName(node['expression'])
  if (node.type !== 'MemberExpression') return null
  const object = dottedName(node['object'])
  const property = node['computed'] === true ? literal(node['property']) : dottedName(node['property'])
  return object === null || property === null ? null : `${object}.${property}`.replace(GLOBAL_PREFIX, '')
}

function readReferences(node: Node): readonly string[] {
  switch (node.type) {
    case 'Identifier':
    case 'MemberExpression': {
      const name = dottedName(node)
      return name === null ? [] : [name]
    }
    case 'NewExpression':
    case 'CallExpression': {
      const bare = (node['arguments'] as readonly unknown[]).length === 0
      if (dottedName(node['callee']) !== 'Date') return []
      // Date called without `new` ignores its arguments and reads the clock.
      if (node.type === 'CallExpression') return ['Date()']
      return bare ? ['new Date()'] : []
    }
    case 'VariableDeclarator': {
      // `const { now } = Date` reads Date.now under its own name.
      const pattern = node['id']
      const from = dottedName(node['init'])
      if (from === null || !isNode(pattern) || pattern.type !== 'ObjectPattern') return []
      return (pattern['properties'] as readonly Node[]).flatMap((property) => {
        const key = dottedName(property['key'])
        return key === null ? [] : [`${from}.${key}`.replace(GLOBAL_PREFIX, '')]
      })
    }
    default:
      return []
  }
}

import path from 'node:path'
import type { CallExpression, Node, SourceFile } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isStringLiteral,
} from 'typescript/unstable/ast/is'
import {
  API,
  SignatureKind,
  type Checker,
  type Program,
  type Signature,
  type Symbol as Name,
  type Type,
} from 'typescript/unstable/sync'

/*
 * Every member of Electron that the shipped code uses, as the compiler sees it: by an access (`App.getPath`), in an
 * object passed to Electron (`BrowserWindowConstructorOptions.show`), and by a port of ours that an Electron object
 * implements: `LinkPort.isPackaged` is `App.isPackaged`. Events have their own names: `App 'before-quit'`.
 */

const ELECTRON_TYPES = /\/electron\/electron\.d\.ts$/u
const LISTENING = /^(?:on|once|off|addListener|removeListener|removeAllListeners)$/u
/** Ports are shallow; only a recursive type is deeper. */
const DEPTH_MAX = 5

/** @returns each member, with the files that use it */
export function electronUses(projectDir: string): ReadonlyMap<string, ReadonlySet<string>> {
  const api = new API({ cwd: projectDir })
  try {
    const config = path.join(projectDir, 'electron/tsconfig.json')
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error(`the compiler does not open ${config}`)
    return readProgram(project.program, project.checker)
  } finally {
    api.close()
  }
}

function readProgram(program: Program, checker: Checker): ReadonlyMap<string, ReadonlySet<string>> {
  const members = new Map<string, Set<string>>()
  for (const name of program.getSourceFileNames()) {
    const place = /(?:^|\/)(electron\/(?:main|preload|shell\/[^/]+)\.ts)$/u.exec(name)?.[1]
    if (place === undefined) continue
    const file = program.getSourceFile(name)
    if (file === undefined) throw new Error(`the compiler has no ${name}`)
    readFile(file, checker, (member) => members.set(member, (members.get(member) ?? new Set()).add(place)))
  }
  return members
}

function readFile(file: SourceFile, checker: Checker, note: (member: string) => void): void {
  const follow = createSettlementPoller(checker, note)

  function visit(node: Node): undefined {
    if (isPropertyAccessExpression(node)) {
      const member = memberOf(checker.getSymbolAtLocation(node.name))
      if (member !== null && !isListening(member)) note(member)
    }
    if (isIdentifier(node) && node.parent !== undefined && isNewExpression(node.parent)) {
      const made = checker.getTypeAtLocation(node.parent)?.getSymbol()
      if (node.parent.expression === node && isElectrons(made)) note(`new ${made?.name ?? ''}`)
    }
    if (isObjectLiteralExpression(node)) readOptions(node)
    if (isCallExpression(node)) readCall(node)
    node.forEachChild(visit)
    return undefined
  }

  /** The keys of an object literal that is passed where Electron expects an object. */
  function readOptions(node: Parameters<typeof checker.getContextualType>[0]): void {
    const wanted = checker.getContextualType(node)
    const given = checker.getTypeAtLocation(node)
    if (wanted === undefined || given === undefined) return
    for (const each of partsOf(wanted, checker)) {
      if (!isElectrons(each.getSymbol())) continue
      for (const { name } of checker.getPropertiesOfType(given)) {
        const member = memberOf(checker.getPropertyOfType(each, name), each)
        if (member !== null) note(member)
      }
    }
  }

  function readCall(node: CallExpression): void {
    const { expression, arguments: given } = node
    const owner = isPropertyAccessExpression(expression)
      ? memberOf(checker.getSymbolAtLocation(expression.name))
      : null
    const [first] = given
    if (owner !== null && isListening(owner) && first !== undefined) {
      if (isStringLiteral(first)) note(eventOf(owner, first.text))
      else note(owner)
    }
    const signature = checker.getResolvedSignature(node)
    if (signature === undefined) return
    given.forEach((argument, index) => {
      const from = checker.getTypeAtLocation(argument)
      const to = checker.getParameterType(signature, index)
      if (from !== undefined && to !== undefined) follow(from, to)
    })
  }

  visit(file)
}

/** Follows an Electron object into a type of ours: the members that this type names are used. */
function createSettlementPoller(checker: Checker, note: (member: string) => void) {
  const seen = new Set<string>()

  function follow(from: Type, to: Type, depth = 0): void {
    const key = `${from.id} ${to.id}`
    if (depth > DEPTH_MAX || from.id === to.id || seen.has(key)) return
    seen.add(key)
    for (const ours of partsOf(to, checker)) {
      // A type of Electron's or the language's own is not our choice.
      if (!isOurs(ours)) continue
      for (const theirs of partsOf(from, checker)) {
        followCalls(theirs, ours, '', depth)
        followMembers(theirs, ours, depth)
      }
    }
  }

  function followMembers(from: Type, to: Type, depth: number): void {
    for (const wanted of checker.getPropertiesOfType(to)) {
      const found = checker.getPropertyOfType(from, wanted.name)
      const [fromType, toType] = [found, wanted].map((each) => each && checker.getTypeOfSymbol(each))
      if (fromType === undefined || toType === undefined) continue
      const member = memberOf(found, from) ?? ''
      if (member !== '' && !isListening(member)) note(member)
      if (depth > DEPTH_MAX) continue
      followCalls(fromType, toType, member, depth + 1)
      follow(fromType, toType, depth + 1)
    }
  }

  /** Return values and listener arguments come from Electron too. */
  function followCalls(from: Type, to: Type, member: string, depth: number): void {
    const theirs = callsOf(from)
    const ours = callsOf(to)
    for (const call of ours) {
      const events = textsOf(parameter(call, 0))
      if (isListening(member)) for (const event of events) note(eventOf(member, event))
      // An event whose name is not a literal here.
      if (isListening(member) && events.length === 0) note(member)
      const same = theirs.filter((other) => {
        const texts = textsOf(parameter(other, 0))
        return events.length === 0 || texts.length === 0 || events.some((event) => texts.includes(event))
      })
      for (const other of same) followCall(other, call, depth + 1)
    }
  }

  function followCall(from: Signature, to: Signature, depth: number): void {
    const [back, wanted] = [from, to].map((each) => checker.getReturnTypeOfSignature(each))
    if (back !== undefined && wanted !== undefined)
      follow(settled(back, checker), settled(wanted, checker), depth)
    for (const index of to.parameters.keys()) {
      const theirs = parameter(from, index)
      const ours = parameter(to, index)
      if (theirs === undefined || ours === undefined) continue
      followListener(callsOf(theirs), callsOf(ours), depth + 1)
    }
  }

  function followListener(given: readonly Signature[], heard: readonly Signature[], depth: number): void {
    for (const gives of given) {
      for (const hears of heard) {
        for (const place of hears.parameters.keys()) followParameter(gives, hears, place, depth)
      }
    }
  }

  function followParameter(gives: Signature, hears: Signature, place: number, depth: number): void {
    const [one, other] = [gives, hears].map((call) => parameter(call, place))
    if (one !== undefined && other !== undefined) follow(one, other, depth)
  }

  function callsOf(type: Type): readonly Signature[] {
    return partsOf(type, checker).flatMap((part) => checker.getSignaturesOfType(part, SignatureKind.Call))
  }

  function parameter(call: Signature, index: number): Type | undefined {
    return index < call.parameters.length ? checker.getParameterType(call, index) : undefined
  }

  return follow
}

function partsOf(type: Type, checker: Checker): readonly Type[] {
  const whole = checker.getNonNullableType(type) ?? type
  return whole.isUnionType() || whole.isIntersectionType() ? whole.getTypes() : [whole]
}

function settled(type: Type, checker: Checker): Type {
  if (type.getSymbol()?.name !== 'Promise') return type
  return checker.getTypeArguments(type as Parameters<Checker['getTypeArguments']>[0])[0] ?? type
}

function textsOf(type: Type | undefined): readonly string[] {
  if (type === undefined) return []
  const parts = type.isUnionType() ? type.getTypes() : [type]
  return parts.flatMap((part) => (part.isStringLiteralType() ? [part.value] : []))
}

function placesOf(symbol: Name | undefined): readonly string[] {
  return (symbol?.declarations ?? []).map((declaration) => String(declaration.path))
}

const isElectrons = (symbol: Name | undefined): boolean =>
  placesOf(symbol).some((place) => ELECTRON_TYPES.test(place))

const isOurs = (type: Type): boolean =>
  placesOf(type.getSymbol()).some(
    (place) => /\/electron\/(?!electron\.d\.ts)[^@]*\.ts$/u.test(place) && !/\/node_modules\//u.test(place),
  )

const isListening = (member: string): boolean => LISTENING.test(member.split('.')[1] ?? '')

const eventOf = (member: string, event: string): string => `${member.split('.')[0] ?? ''} '${event}'`

/** The member's name after its owner's; null if it is not Electron's. */
function memberOf(symbol: Name | undefined, owner?: Type): string | null {
  if (symbol === undefined || !isElectrons(symbol)) return null
  const parent = symbol.getParent()?.name ?? ''
  const name = parent === '' || parent === '__type' ? (owner?.getAliasSymbol()?.name ?? 'Event') : parent
  return `${name}.${symbol.name}`
}

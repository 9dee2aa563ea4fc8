import { serviceTimeToMs, type ServiceTime } from '../../shared/serviceTime.ts'
import { empty, shownText, text, type Cell } from './cell.ts'
import { aboutRows, type Column, type Report, type Total } from './report.ts'
import { zipped, type ZipPart as Part } from './zipFile.ts'

/**
 * A file for Excel and its kind (ECMA-376): a sheet of rows under one row of titles, which stays in view and filters
 * them; below an empty row the totals, each under the column that it sums; a second sheet of what the file says about
 * itself. The zone of the computer does not change a byte of it.
 */
export function workbook(report: Report): AsyncGenerator<Uint8Array> {
  return zipped(parts(report))
}

/** Excel opens no longer sheet; the rows go on in the next one, under the same titles. */
const SHEET_ROWS_MAX = 1_048_576
/** The first column has the labels of the totals, too. */
const WIDTHS = { first: 36, other: 26 } as const
const ABOUT_WIDTHS = [30, 80]
/** Kept free for the totals. */
const FOOT_ROWS_MAX = 200
/** What Excel takes in a cell. */
const TEXT_MAX = 32_767
/** Excel shows a longer text as #### where its format is that of texts. */
const TEXT_FORMAT_MAX = 255
/** Excel keeps this many digits of a number. */
const DIGITS_MAX = 15

/** Places in `cellXfs` below. A text has the format of texts, so that one that looks like a number outlives an edit. */
const STYLES = { number: 0, text: 1, amount: 2, time: 3, title: 4 } as const

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** In the order of `STYLES`: numbers of formats and fonts below. */
const FORMATS = [
  { format: 0, font: 0 },
  { format: 49, font: 0 },
  { format: 164, font: 0 },
  { format: 165, font: 0 },
  { format: 49, font: 1 },
]
  .map(
    ({ format, font }) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  )
  .join('')
/** An amount has two places, or more where it is finer than a kobo. */
const STYLE_SHEET = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00##"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">${FORMATS}</cellXfs></styleSheet>`

interface Sheet {
  readonly name: string
  /** The titles and rows, `A1:K101`; null where nothing is to be filtered. */
  readonly filter: string | null
}

async function* parts(report: Report): AsyncGenerator<Part> {
  const rows = cursor(report.slices())
  const sheets: Sheet[] = []
  do {
    const name = sheets.length === 0 ? report.sheet : `${report.sheet} ${sheets.length + 1}`
    yield [pathOf(sheets.length), tableXml(report, rows, (filter) => void sheets.push({ name, filter }))]
  } while (await rows.hasMore())
  const about = aboutRows(report.head).map((row, at) => rowXml(at + 1, row))
  yield [pathOf(sheets.length), [sheetStart(ABOUT_WIDTHS), ...about, '</sheetData></worksheet>']]
  yield* bookParts([...sheets, { name: 'About', filter: null }])
}

/** Rows until none is left or the sheet is full; the last sheet ends with the totals. */
async function* tableXml(
  { columns, totals }: Pick<Report, 'columns' | 'totals'>,
  rows: Cursor,
  onEnd: (filter: string) => void,
): AsyncGenerator<string> {
  const titles = columns.map(({ title }) => text(title))
  yield sheetStart(
    columns.map((_, at) => (at === 0 ? WIDTHS.first : WIDTHS.other)),
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
  )
  yield rowXml(1, titles, STYLES.title)
  let last = 1
  while (last < SHEET_ROWS_MAX - FOOT_ROWS_MAX && (await rows.hasMore())) {
    last += 1
    yield rowXml(last, rows.take())
  }
  const filter = `A1:${columnName(columns.length - 1)}${last}`
  onEnd(filter)
  if (!(await rows.hasMore()))
    yield totals()
      .map((total, at) => rowXml(last + 2 + at, totalCells(total, columns)))
      .join('')
  yield `</sheetData><autoFilter ref="${filter}"/></worksheet>`
}

function totalCells({ label, cell, under }: Total, columns: readonly Column[]): readonly Cell[] {
  const at = columns.findIndex(({ key }) => key === under)
  return [text(label), ...Array.from({ length: Math.max(at, 1) - 1 }, () => empty), cell]
}

/** One row after the other, of rows that come in slices. */
interface Cursor {
  hasMore(): Promise<boolean>
  /** @throws if `hasMore` did not say so */
  take(): readonly Cell[]
}

function cursor(slices: ReturnType<Report['slices']>): Cursor {
  const coming = slices[Symbol.asyncIterator]()
  let slice: readonly (readonly Cell[])[] | null = []
  let at = 0
  return {
    hasMore: async () => {
      while (slice !== null && at >= slice.length) {
        const next = await coming.next()
        slice = next.done === true ? null : next.value
        at = 0
      }
      return slice !== null
    },
    take: () => {
      const row = slice?.[at]
      if (row === undefined) throw new Error('There are no more rows')
      at += 1
      return row
    },
  }
}

const pathOf = (sheet: number): string => `xl/worksheets/sheet${sheet + 1}.xml`

function sheetStart(widths: readonly number[], pane = ''): string {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
}

function rowXml(row: number, cells: readonly Cell[], style?: number): string {
  return `<row r="${row}">${cells.map((cell, at) => cellXml(`${columnName(at)}${row}`, cell, style)).join('')}</row>`
}

function cellXml(place: string, cell: Cell, style?: number): string {
  if (cell.kind === 'empty') return ''
  const shown = cell.kind === 'text' ? null : numberOf(cell)
  if (shown === null) return textXml(place, 'text' in cell ? cell.text : cell.decimal, style)
  return `<c r="${place}" s="${STYLES[cell.kind]}"><v>${shown}</v></c>`
}

/** A text is never read as a formula here: the format marks it as a text. */
function textXml(place: string, value: string, style?: number): string {
  const shown = shownText(value).replaceAll(NOT_XML, '\uFFFD').slice(0, TEXT_MAX)
  const own = style ?? (shown.length > TEXT_FORMAT_MAX ? STYLES.number : STYLES.text)
  return `<c r="${place}" s="${own}" t="inlineStr"><is><t xml:space="preserve">${escaped(shown)}</t></is></c>`
}

/** As the format asks (ECMA-376, ST_Xstring): `_x0041_` would be read as `A`. */
function escaped(value: string): string {
  return value
    .replaceAll(/_(?=x[0-9a-f]{4}_)/giu, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Null where a spreadsheet would not show every digit, or has no such date: then it is a text. */
function numberOf(cell: Exclude<Cell, { kind: 'text' | 'empty' }>): string | null {
  if (cell.kind === 'time') return serialOf(cell.time)
  return cell.decimal.replace(/^-?0*/u, '').replace('.', '').length <= DIGITS_MAX ? cell.decimal : null
}

const DAY_MS = 24 * 60 * 60_000
/** Day 0 of spreadsheets. They count a 29 February 1900 that never was, so that days before it are none here. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30)
const FIRST_DAY = 61

const DAY_SECONDS = DAY_MS / 1_000
/** The ninth place of a day is less than a tenth of a millisecond. */
const PLACES = 9

/**
 * A date and time as spreadsheets keep it: days, in whole seconds. A little more than exact, since many readers cut what
 * is below a millisecond, and would show the second before.
 */
function serialOf(time: ServiceTime): string | null {
  const seconds = (serviceTimeToMs(time, 0) - DAY_ZERO_MS) / 1_000
  const [day, second] = [Math.floor(seconds / DAY_SECONDS), seconds % DAY_SECONDS]
  if (day < FIRST_DAY) return null
  const part = Math.floor((second * 10 ** PLACES) / DAY_SECONDS) + 1
  return second === 0 ? String(day) : `${day}.${String(part).padStart(PLACES, '0')}`
}

/** `A` for 0, `AA` for 26. */
function columnName(at: number): string {
  const rest = at < 26 ? '' : columnName(Math.floor(at / 26) - 1)
  return rest + String.fromCharCode(65 + (at % 26))
}

/** What XML 1.0 cannot hold, and half of a pair. */
const NOT_XML =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/gu

/** The parts that name the others. */
function* bookParts(sheets: readonly Sheet[]): Generator<Part> {
  const each = (xml: (sheet: Sheet, number: number) => string): string =>
    sheets.map((sheet, at) => xml(sheet, at + 1)).join('')
  // Excel finds the rows that a filter hides by this name.
  const names = each(({ name, filter }, number) =>
    filter === null
      ? ''
      : `<definedName name="_xlnm._FilterDatabase" localSheetId="${number - 1}" hidden="1">'${name}'!${filter.replaceAll(/[A-Z]+|[0-9]+/gu, '$$$&')}</definedName>`,
  )
  yield part('xl/styles.xml', STYLE_SHEET)
  yield part(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATED}"><sheets>${each(({ name }, number) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets><definedNames>${names}</definedNames></workbook>`,
  )
  yield part(
    'xl/_rels/workbook.xml.rels',
    relations(
      `${each((_, number) => relation(number, 'worksheet', `worksheets/sheet${number}.xml`))}${relation(sheets.length + 1, 'styles', 'styles.xml')}`,
    ),
  )
  yield part('_rels/.rels', relations(relation(1, 'officeDocument', 'xl/workbook.xml')))
  const type = (path: string, kind: string): string =>
    `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  yield part(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${type('xl/workbook.xml', 'sheet.main')}${type('xl/styles.xml', 'styles')}${each((_, number) => type(pathOf(number - 1), 'worksheet'))}</Types>`,
  )
}

const part = (path: string, xml: string): Part => [path, [DECLARATION, xml]]
const relations = (all: string): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${all}</Relationships>`
const relation = (number: number, kind: string, target: string): string =>
  `<Relationship Id="rId${number}" Type="${RELATED}/${kind}" Target="${target}"/>`

import type { PaperLine, PaperWidth } from '../../../shared/paper.ts'
import type { SaleDetail } from '../../../shared/sale.ts'
import { CLOSE_PAPER, noPaper, TEST_PAPER } from '../../core/paperTypes.ts'
import type { DisputePaper, Paper, PaperActions, PaperState, SalePaper } from '../../core/paperTypes.ts'
import { fileProblemText, problemText } from '../../core/problems.ts'
import type { Deps, Get, Set } from '../../core/types.ts'
import { strings } from '../../strings/strings.ts'

/** Which paper of the sale a receipt would be, from 1: its history names those before. */
export const copyOf = ({ timeline }: Pick<SaleDetail, 'timeline'>): number =>
  timeline.filter(({ kind }) => kind === 'receiptPrinted').length + 1

interface Drawn {
  readonly lengthMm: number
  readonly lines: readonly PaperLine[]
}

/** Papers: the screen lays them out beside what is shown, and main makes or prints them. */
export function paperSlice(set: Set, get: Get, deps: Deps): { readonly actions: PaperActions } {
  const words = strings.printing
  let drawn: ((paper: Drawn) => void) | null = null

  const change = (part: Partial<PaperState>): void => set(({ paper }) => ({ paper: { ...paper, ...part } }))

  function begun(transactionId: string): boolean {
    if (get().paper.isBusy) return false
    set({ paper: { ...noPaper, isBusy: true, about: transactionId } })
    return true
  }

  function ended(said: string | null, isProblem = false, isFile = false): void {
    change({ paper: null, isBusy: false, said, isProblem, isFile })
  }

  /** Shows the paper to the printing style alone, and waits until it is laid out. */
  async function layOut(paper: Paper): Promise<Drawn> {
    const done = new Promise<Drawn>((resolve) => {
      drawn = resolve
    })
    change({ paper })
    return done
  }

  async function salePaper(transactionId: string): Promise<SalePaper> {
    const asked = await deps.client.call('records.byReference', { transactionId })
    const detail = await deps.client.call('sales.get', { transactionId })
    return {
      kind: 'sale',
      transactionId,
      detail: detail.ok ? detail.value : null,
      asked: asked.ok ? asked.value : null,
      madeAtMs: deps.nowMs(),
    }
  }

  const makePaper: PaperActions['makePaper'] = async (about, paper, make, problem) => {
    if (!begun(about)) return
    await layOut(await paper())
    told(await make(), problem)
  }

  function told(
    answer: Awaited<ReturnType<typeof deps.client.call<'paper.pdf'>>>,
    problem = fileProblemText,
  ): void {
    if (!answer.ok) return ended(problem(answer.error), true)
    const { file } = answer.value
    ended(file === null ? null : words.saved(file), false, file !== null)
  }

  const width = (): PaperWidth => get().settingsState.settings?.receiptPaper ?? '80'

  async function print(
    paper: Exclude<Paper, SalePaper | DisputePaper>,
    receiptOf: string | null,
  ): Promise<void> {
    const { lengthMm, lines } = await layOut(paper)
    const hasPrinter = (get().settingsState.settings?.printer ?? '') !== ''
    if (hasPrinter && paper.width !== '210') {
      const sent = await deps.client.call('paper.send', { width: paper.width, lines: [...lines], receiptOf })
      if (!sent.ok) return ended(problemText(sent.error), true)
      return ended(words.outcome[sent.value.outcome], sent.value.outcome !== 'sent')
    }
    const answer = await deps.client.call('paper.print', { width: paper.width, lengthMm, receiptOf })
    if (!answer.ok) return ended(problemText(answer.error), true)
    const { outcome } = answer.value
    ended(outcome === 'cancelled' ? null : words.outcome[outcome], outcome === 'failed')
  }

  async function printReceiptOf(transactionId: string): Promise<void> {
    const detail = await deps.client.call('sales.get', { transactionId })
    if (!detail.ok) return ended(problemText(detail.error), true)
    const { sale } = detail.value
    const copy = copyOf(detail.value)
    const paper = { kind: 'receipt', sale, copy, width: width(), madeAtMs: deps.nowMs() } as const
    await print(paper, transactionId)
  }

  async function printReceipt(transactionId: string): Promise<void> {
    if (begun(transactionId)) await printReceiptOf(transactionId)
  }

  const actions: PaperActions = {
    makePaper,
    salePaper,
    async saveSale(transactionId, format) {
      const pdf = () => deps.client.call('paper.pdf', { name: `sale-${transactionId}` })
      if (format === 'pdf') await makePaper(transactionId, () => salePaper(transactionId), pdf)
      else if (begun(transactionId)) told(await deps.client.call('paper.sale', { transactionId }))
    },
    printReceipt,
    async printClose(close, isReprint) {
      if (begun(CLOSE_PAPER)) await print({ kind: 'close', close, isReprint, width: width() }, null)
    },
    async printCloses(month, closes) {
      if (!begun(CLOSE_PAPER)) return
      await print({ kind: 'month', month, closes, width: '210', madeAtMs: deps.nowMs() }, null)
    },
    async saveClose(number) {
      if (begun(CLOSE_PAPER)) told(await deps.client.call('dayClose.save', { number }))
    },
    async printChange(change) {
      if (!begun(change.changeId)) return
      await print({ kind: 'change', change, width: width(), madeAtMs: deps.nowMs() }, null)
    },
    async printTest() {
      if (begun(TEST_PAPER)) await print({ kind: 'test', width: width() }, null)
    },
    paperDrawn(lengthMm, lines) {
      drawn?.({ lengthMm, lines })
      drawn = null
    },
  }
  return { actions }
}

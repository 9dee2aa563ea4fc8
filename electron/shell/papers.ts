import type { BrowserWindow } from 'electron'
import type { PaperSize, PrintOutcome } from '../../shared/paper.ts'
import type { Log, Papers } from '../ports.ts'
import { sendToPrinter } from './receiptPrinter.ts'
import { systemTimers } from './systemPorts.ts'

const MICRONS_A_MM = 1_000
/** A4, in mm. */
const A4_HEIGHT = 297
/** Electron's reason when the person closes the dialog (shell/browser/api/electron_api_web_contents.cc). */
const CANCELLED = 'Print job canceled'

/** Prints what the window's print style shows, which is the paper alone. */
export function createPapers(window: () => Pick<BrowserWindow, 'webContents'> | undefined, log: Log): Papers {
  return {
    pdf: async () => {
      const shown = window()
      if (shown === undefined) throw new Error('There is no window')
      return shown.webContents.printToPDF({
        pageSize: 'A4',
        printBackground: true,
        preferCSSPageSize: true,
        generateTaggedPDF: true,
      })
    },
    send: (address, bytes) => sendToPrinter(address, bytes, systemTimers),
    print: ({ width, lengthMm }: PaperSize) =>
      new Promise<PrintOutcome>((resolve) => {
        const shown = window()
        if (shown === undefined) return resolve('failed')
        const isRoll = width !== '210'
        const pageSize = {
          width: Number(width) * MICRONS_A_MM,
          height: (isRoll ? lengthMm : A4_HEIGHT) * MICRONS_A_MM,
        }
        const margins = { marginType: isRoll ? 'none' : 'default' } as const
        shown.webContents.print({ silent: false, pageSize, margins }, (isPrinted, reason) => {
          if (!isPrinted && reason !== CANCELLED) log('warn', 'paper.notPrinted', { name: reason })
          resolve(isPrinted ? 'sent' : reason === CANCELLED ? 'cancelled' : 'failed')
        })
      }),
  }
}

import type { Command } from '../../shared/commands.ts'
import { assertNever } from '../../shared/result.ts'
import type { Get, Set } from '../core/types.ts'
import { lastSaleOf } from '../features/sale/lastSales.ts'

/** Runs the command of a key or a menu item. */
export function runCommand(command: Command, set: Set, get: Get): void {
  // The counter view covers the screens: any other command leaves it first.
  if (command !== 'counterView') get().openCounterView(null)
  switch (command) {
    case 'newSale':
      get().show('sale')
      set(({ newSalePresses }) => ({ newSalePresses: newSalePresses + 1 }))
      return
    case 'slipNumber':
      get().openField('transactionId')
      return
    case 'note':
      get().openField('note')
      return
    case 'counterView':
      get().openCounterView(get().counterViewId === null ? (lastSaleOf(get())?.transactionId ?? null) : null)
      return
    case 'receipt': {
      const sale = lastSaleOf(get())
      if (sale !== undefined) void get().printReceipt?.(sale.transactionId)
      return
    }
    case 'find':
      set(({ findPresses }) => ({ findPresses: findPresses + 1 }))
      return
    case 'refresh':
      get().refresh()
      return
    case 'tryNow':
      void get().tryNow()
      return
    case 'copy':
      set(({ copyPresses }) => ({ copyPresses: copyPresses + 1 }))
      return
    case 'help':
      get().openHelp(true)
      return
    case 'export':
      void get().exportShown?.()
      return
    case 'lock':
      void get().lockCounter()
      return
    case 'sale':
    case 'transactions':
    case 'day':
    case 'todo':
    case 'findRecords':
    case 'disputes':
    case 'terminal':
    case 'settings':
      get().show(command === 'findRecords' ? 'find' : command)
      set(({ screenPresses }) => ({ screenPresses: screenPresses + 1 }))
      return
    default:
      assertNever(command, 'command')
  }
}

import { accepted, declined, refused, type BankAnswer, type Exchange, type Refusal } from './exchange.ts'
import { isObject, type JsonObject } from './fields.ts'

/** docs/service.md 4.1 with the envelope of 2.1. The only service type of this bank is the name enquiry. */
export function business(exchange: Exchange, input: JsonObject): BankAnswer {
  const envelope = readEnvelope(input)
  if ('status' in envelope) return refused(exchange, envelope)
  const { ledger, options } = exchange
  if (!ledger.takeRequestRef(envelope.requestRef)) {
    return refused(exchange, { status: 400, message: 'requestRef was used before' })
  }
  if (envelope.serviceType !== options.enquiryServiceType) return declined('The service type is not known')
  const { data } = envelope
  const accountNumber = data.get('beneficiaryaccountnumber')
  const bankCode = data.get('beneficiarybankcode')
  const stranger = [...data.keys()].find((key) => !ENQUIRY_KEYS.has(key))
  if (typeof accountNumber !== 'string' || typeof bankCode !== 'string' || stranger !== undefined) {
    return refused(exchange, {
      status: 400,
      message:
        'data must hold the strings BeneficiaryAccountNumber and BeneficiaryBankCode, and nothing else',
    })
  }
  if (bankCode !== options.bankCode) return declined('The bank code is not known')
  const name = ledger.accountName(accountNumber)
  if (name === undefined) return declined('The account number was not found')
  return accepted({ [options.enquiryNameKey]: name, accountNumber }, 'Successful')
}

const ENQUIRY_KEYS: ReadonlySet<string> = new Set(['beneficiaryaccountnumber', 'beneficiarybankcode'])

interface Envelope {
  readonly serviceType: string
  readonly requestRef: string
  /** By key in lower case: keys are case-insensitive, so two that differ only in case are one key given twice. */
  readonly data: ReadonlyMap<string, unknown>
}

function readEnvelope(input: JsonObject): Envelope | Refusal {
  const bad = (message: string): Refusal => ({ status: 400, message })
  const { serviceType, requestRef, data, ...strangers } = input
  if (Object.keys(strangers).length > 0) return bad('the envelope holds a field that is not its own')
  if (typeof serviceType !== 'string' || serviceType === '') return bad('serviceType must be a string')
  if (serviceType !== serviceType.toUpperCase()) return bad('serviceType must be UPPER CASE')
  if (typeof requestRef !== 'string' || requestRef.trim() === '') return bad('requestRef must be a string')
  if (!isObject(data)) return bad('data must be an object')
  const byKey = new Map<string, unknown>()
  for (const [key, value] of Object.entries(data)) {
    if (byKey.has(key.toLowerCase())) return bad(`data holds ${key.slice(0, 60)} twice`)
    byKey.set(key.toLowerCase(), value)
  }
  return { serviceType, requestRef, data: byKey }
}

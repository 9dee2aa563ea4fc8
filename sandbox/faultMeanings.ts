import type { Fault } from './faults.ts'

/** What each kind of fault does, in a line. `faults.ts` has the fields of its rule. */
export const faultMeanings: Readonly<Record<Fault['kind'], string>> = {
  refused: 'the connection is refused; in process alone',
  nameNotFound: 'the host has no address; in process alone',
  tlsFailed: 'no secure connection comes about; in process alone',
  connectTimeout: 'the connection does not come about in time; in process alone',
  drop: 'the connection breaks without a status line',
  lateCommit: 'the connection breaks at once; what was asked arrives later all the same',
  slow: 'a good answer, late',
  silence: 'the connection stays open and nothing comes',
  httpStatus: 'any status with an empty body, an envelope, a portal’s page or a gateway’s',
  htmlPage: '200 with a page in HTML',
  redirect: 'a redirect to another place',
  truncated: 'the connection breaks in the middle of the body',
  halfJson: 'a whole body that is the first half of the JSON',
  wrongTypes: 'every flag, number and list of another type',
  nonsense: '200 with something else each time',
  declined: 'status false (login: isSuccessful false) with a message of your own',
  otherStatus: 'the true answer under another status, such as 206',
  tokenExpired: 'every token ends, and it is said in one of the ways of --expired-token',
  habits:
    'the true answer by other habits: dateToIncluded, expiredToken, envelopeKeys, textValues, notFound, notFoundSays',
  oddRecord: 'a sale settles, and its record is odd from then on or there twice',
  terminalChanged:
    'the bank’s own staff change a terminal before the answer: accountNumber, merchantRecordId, merchantId, isActive, isReceivingPayment',
  oddRead: 'a true answer with rows that are not what is documented',
  staleReplica: 'the true answer to a read as of an earlier moment, in ms since 1970',
  hugeToken: 'a login with a token of so many bytes',
  echo: 'a no that repeats the secret of the request, encoded',
  rowsRepeat: 'a later page repeats a row',
  rowsSkip: 'a later page skips a row',
  nextPageForEver: 'there is always a next page',
  totalCountLies: 'the count is off by so many rows',
  pageNotEchoed: 'the answer names another page',
}

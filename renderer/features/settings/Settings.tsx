import { useEffect, useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { assertNever } from '../../../shared/result.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { cx } from '../../ui/cx.ts'
import { useApp } from '../../core/context.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { type SettingsPlace, settingsPlaces } from '../../core/settingsTypes.ts'
import { unlockMode, waitText } from '../../core/pin.ts'
import { problemText } from '../../core/problems.ts'
import { Backup } from './Backup.tsx'
import { ConnectionCheck } from './ConnectionCheck.tsx'
import { Diagnostics } from './Diagnostics.tsx'
import screen from '../../ui/Screen.module.css'
import { ScannerForm } from './ScannerForm.tsx'
import card from '../../ui/Card.module.css'
import styles from './Settings.module.css'
import { Cashiers } from '../people/Cashiers.tsx'
import { Tills } from '../tills/Tills.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { Updates } from './Updates.tsx'
import { PaperWidth, PrinterAddress } from '../../../shared/paper.ts'
import { dayNumber } from '../../../shared/serviceTime.ts'
import { HOLIDAYS_MAX, type SettingsView } from '../../../shared/settings.ts'
import { Field } from '../../ui/Field.tsx'
import { Written } from '../../ui/Export.tsx'
import printingStyles from './Printing.module.css'

const words = lazyStrings.settings
const THEMES = ['system', 'light', 'dark'] as const
const WHEN_CLOSED = ['ask', 'keepRunning', 'end'] as const
const DENSITIES = ['comfortable', 'compact'] as const
/** A selection within main's bounds. */
const IDLE_MINUTES = ['1', '2', '5', '10', '15', '30'] as const

/** The settings of this computer, and the facts that an installer or support asks for: a tab for each of the six. */
export function Settings() {
  const problem = useApp((state) => state.settingsState.problem)
  const [section, setSection] = useState<SettingsPlace>('counter')
  useArrival(setSection)
  return (
    <div className={cx(styles.screen)}>
      <h1>{words.title}</h1>
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {problemText(problem)}
        </Notice>
      )}
      <Tabs
        className={cx(styles.tabs)}
        selectedKey={section}
        onSelectionChange={(key) => setSection(settingsPlaces.find((each) => each === key) ?? 'counter')}
      >
        <TabList className={cx(styles.tabList)} aria-label={words.title}>
          {settingsPlaces.map((each) => (
            <Tab key={each} id={each} className={cx(styles.tab)}>
              {words.sections[each]}
            </Tab>
          ))}
        </TabList>
        {settingsPlaces.map((each) => (
          <TabPanel key={each} id={each} className={cx(styles.cards)}>
            <Cards section={each} />
          </TabPanel>
        ))}
      </Tabs>
    </div>
  )
}

function Cards({ section }: { section: SettingsPlace }) {
  switch (section) {
    case 'counter':
      return (
        <>
          <Look />
          <ManagerCard />
          <ScannerForm />
        </>
      )
    case 'cashiers':
      return <Cashiers />
    case 'tills':
      return <Tills />
    case 'bank':
      return (
        <>
          <BankSignIn />
          <ProfileCard />
          <ConnectionCheck />
          <Holidays />
        </>
      )
    case 'computer':
      return <ComputerCards />
    case 'diagnostics':
      return <Diagnostics />
    default:
      return assertNever(section, 'section of the settings')
  }
}

/** Answer days of disputes skip them. */
function Holidays() {
  const holidays = useApp((state) => state.settingsState.settings?.holidays.join(', ') ?? '')
  const changeSettings = useApp((state) => state.changeSettings)
  const [text, setText] = useState(holidays)
  const texts = lazyStrings.disputes
  const dates = text.split(/[\s,;]+/u).filter((each) => each !== '')
  const wrong = dates.find((each) => dayNumber(each) === undefined)
  return (
    <section className={cx(card.section)} aria-labelledby="settings-holidays">
      <h2 id="settings-holidays">{texts.holidays}</h2>
      <Field
        label={texts.holidays}
        help={texts.holidaysHelp}
        problem={wrong === undefined ? undefined : texts.holidaysProblem(wrong)}
        value={text}
        onChange={setText}
        autoComplete="off"
      />
      <div>
        <Button
          isDisabled={wrong !== undefined || text === holidays || dates.length > HOLIDAYS_MAX}
          onPress={() => void changeSettings({ holidays: [...new Set(dates)].toSorted() })}
        >
          {texts.setHolidays}
        </Button>
      </div>
    </section>
  )
}

/** An update that is ready comes first: its button must be in view in a low window too. */
function ComputerCards() {
  const isReady = useApp((state) => state.updatesState.view?.status === 'ready')
  const updates = <Updates key="updates" />
  return [
    ...(isReady ? [updates] : []),
    <ThisComputer key="computer" />,
    <Backup key="backup" />,
    <Printing key="printing" />,
    ...(isReady ? [] : [updates]),
  ]
}

/** Where a menu leads to a part of Settings, that part comes into view, and its own button has the focus. */
function useArrival(show: (section: SettingsPlace) => void): void {
  const place = useApp((state) => state.settingsState.place)
  const settingsPlaceShown = useApp((state) => state.settingsPlaceShown)
  useEffect(() => {
    if (place === null) return
    show(place)
    // Once its tab is drawn.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-arrival]')?.focus())
    settingsPlaceShown()
  }, [place, settingsPlaceShown, show])
}

function Look() {
  const settings = useApp((state) => state.settingsState.settings)
  const changeSettings = useApp((state) => state.changeSettings)
  if (settings === null) return <p className={cx(screen.muted)}>{words.reading}</p>
  return (
    <section className={cx(card.section)} aria-labelledby="settings-look">
      <h2 id="settings-look">{words.look}</h2>
      <div className={cx(styles.pair)}>
        <ChoiceField
          label={words.theme}
          value={settings.theme}
          options={THEMES.map((value) => ({ value, text: words.themes[value] }))}
          onChange={(theme) => void changeSettings({ theme })}
        />
        <ChoiceField
          label={words.density}
          value={settings.density}
          options={DENSITIES.map((value) => ({ value, text: words.densities[value] }))}
          onChange={(density) => void changeSettings({ density })}
        />
      </div>
      <Checkbox
        label={words.sounds}
        isOn={settings.sounds}
        onChange={(sounds) => void changeSettings({ sounds })}
      />
    </section>
  )
}

function ThisComputer() {
  const settings = useApp((state) => state.settingsState.settings)
  const changeSettings = useApp((state) => state.changeSettings)
  const isMac = useApp((state) => state.app?.platform === 'mac')
  if (settings === null) return null
  const { title, whenClosedOptions, ...labels } = lazyStrings.desktop
  return (
    <section className={cx(card.section)} aria-labelledby="settings-desktop">
      <h2 id="settings-desktop">{title}</h2>
      <Checkbox
        label={labels.startAtLogin}
        isOn={settings.startAtLogin}
        onChange={(startAtLogin) => void changeSettings({ startAtLogin })}
      />
      <Checkbox label={labels.tray} isOn={settings.tray} onChange={(tray) => void changeSettings({ tray })} />
      {settings.tray && (
        <ChoiceField
          label={labels.whenClosed}
          value={settings.whenClosed}
          options={WHEN_CLOSED.map((value) => ({ value, text: whenClosedOptions[value] }))}
          onChange={(whenClosed) => void changeSettings({ whenClosed })}
        />
      )}
      {isMac && <p>{labels.notificationsOnMac}</p>}
    </section>
  )
}

function ManagerCard() {
  const access = useApp((state) => state.access)
  const minutes = useApp((state) => state.settingsState.settings?.idleLockMinutes ?? null)
  const openPinDialog = useApp((state) => state.openPinDialog)
  const lock = useApp((state) => state.lock)
  const changeSettings = useApp((state) => state.changeSettings)
  const isLinux = useApp((state) => state.app?.platform === 'linux')
  if (access === null) return null
  const isManager = access.role === 'manager'
  const said = access.pin === 'none' ? words.pinNone : words.managerOff
  const options = [...new Set([...IDLE_MINUTES, String(minutes ?? '')])].filter((value) => value !== '')
  return (
    <section className={cx(card.section)} aria-labelledby="settings-manager">
      <h2 id="settings-manager">{words.manager}</h2>
      <p>
        {isManager ? words.managerOn : said} {isManager && <LocksIn />}
      </p>
      <div className={cx(styles.actions)}>
        {isManager && <Button onPress={() => void lock()}>{strings.access.lock}</Button>}
        {!isManager && (
          <Button onPress={() => openPinDialog(unlockMode(access.pin))}>
            {access.pin === 'none' ? lazyStrings.pin.set : words.unlock}
          </Button>
        )}
        {access.pin === 'set' && <Button onPress={() => openPinDialog('change')}>{words.changePin}</Button>}
      </div>
      {minutes !== null && (
        <ChoiceField
          label={words.idleLock}
          value={String(minutes)}
          options={options.toSorted((a, b) => Number(a) - Number(b)).map((value) => ({ value, text: value }))}
          onChange={(value) => void changeSettings({ idleLockMinutes: Number(value) })}
        />
      )}
      {minutes !== null && isLinux && <p>{words.idleLockLinux}</p>}
    </section>
  )
}

function LocksIn() {
  const leftMs = useApp(({ access, accessAtMs, nowMs }) =>
    access?.locksInMs == null ? null : Math.max(0, access.locksInMs - Math.max(0, nowMs - accessAtMs)),
  )
  return leftMs === null ? null : lazyStrings.pin.locksIn(waitText(leftMs))
}

const printingWords = lazyStrings.settings.printing

/** The paper of receipts, and a printer that they are sent to. */
function Printing() {
  const settings = useApp((state) => state.settingsState.settings)
  return settings === null ? null : <Card key={settings.printer} settings={settings} />
}

function Card({ settings }: { settings: SettingsView }) {
  const changeSettings = useApp((state) => state.changeSettings)
  const run = useApp((state) => state.run)
  const { said, isProblem } = useApp((state) => state.paper)
  const printTest = useApp((state) => state.printTest)
  const [address, setAddress] = useState(settings.printer)
  const isRight = PrinterAddress.safeParse(address.trim()).success
  const isChanged = address.trim() !== settings.printer
  return (
    <section className={cx(card.section)} aria-labelledby="settings-printing">
      <h2 id="settings-printing">{printingWords.title}</h2>
      <ChoiceField
        label={printingWords.paper}
        value={settings.receiptPaper}
        options={PaperWidth.options.map((value) => ({ value, text: printingWords.papers[value] }))}
        onChange={(receiptPaper) => void changeSettings({ receiptPaper })}
      />
      <Field
        label={printingWords.printer}
        help={printingWords.printerHelp}
        value={address}
        maxLength={260}
        onChange={setAddress}
        {...(isRight ? {} : { problem: printingWords.printerProblem })}
      />
      <div className={cx(printingStyles.actions)}>
        <Button
          isDisabled={!isRight || !isChanged}
          onPress={() => void changeSettings({ printer: address.trim() })}
        >
          {printingWords.save}
        </Button>
        <Button isDisabled={isChanged} onPress={() => run('receipt')}>
          {printingWords.test}
        </Button>
        <Button isDisabled={isChanged} onPress={() => void printTest()}>
          {printingWords.testPage}
        </Button>
      </div>
      <Written said={said} isProblem={isProblem} isFile={false} />
      <p>{printingWords.help}</p>
    </section>
  )
}

const bankSignInWords = lazyStrings.cashiers.bank

/** Once a manager's PIN is set, signing out is theirs; until then it is in the top bar. */
function BankSignIn() {
  const session = useApp((state) => state.session)
  const pin = useApp((state) => state.access?.pin ?? 'none')
  const askSignOut = useApp((state) => state.askSignOut)
  if (pin === 'none' || session === null || session.status === 'signedOut') return null
  return (
    <section className={cx(card.section)} aria-labelledby="settings-bank">
      <h2 id="settings-bank">{bankSignInWords.title}</h2>
      {session.clientId !== null && (
        <p className={cx(styles.path)}>{bankSignInWords.client(session.clientId)}</p>
      )}
      <p>{bankSignInWords.body}</p>
      <div className={cx(styles.actions)}>
        <Button data-arrival onPress={askSignOut}>
          {bankSignInWords.signOut}
        </Button>
      </div>
    </section>
  )
}

import type { AppState, AppStore, KnownSale } from '../core/types.ts'

export type Sound = 'paid' | 'needsYou'

/** Plays a sound when a sale is paid, and another when one needs a person, if the computer's settings ask for it. */
export function followSounds(store: AppStore, play: (sound: Sound) => void): () => void {
  return store.subscribe((state, before) => {
    if (state.settingsState.settings?.sounds !== true) return
    const sound = soundOf(state, before)
    if (sound !== null) play(sound)
  })
}

type Heard = Pick<AppState, 'queue' | 'sales'>

/** Only one at a time: what needs a person matters more. */
export function soundOf(state: Heard, before: Heard): Sound | null {
  if (state.queue !== before.queue && needsMore(state, before)) return 'needsYou'
  if (state.sales === before.sales) return null
  const isPaidNow = Object.entries(state.sales).some(([id, known]) => becamePaid(known, before.sales[id]))
  return isPaidNow ? 'paid' : null
}

function needsMore({ queue }: Heard, { queue: before }: Heard): boolean {
  if (queue === null || before === null) return false
  return (['needsPersonCount', 'differsCount', 'refusedCount'] as const).some(
    (count) => queue[count] > before[count],
  )
}

/** A row that is read for the first time is no news. */
function becamePaid(now: KnownSale, before: KnownSale | undefined): boolean {
  return (
    before !== undefined && now !== before && now.sale.standing === 'paid' && before.sale.standing !== 'paid'
  )
}

interface Tone {
  readonly hertz: number
  readonly atMs: number
  readonly forMs: number
}

/** They differ in pitch and in rhythm: two rising tones, three low short ones. */
const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  paid: [
    { hertz: 659, atMs: 0, forMs: 120 },
    { hertz: 988, atMs: 140, forMs: 220 },
  ],
  needsYou: [
    { hertz: 330, atMs: 0, forMs: 110 },
    { hertz: 330, atMs: 180, forMs: 110 },
    { hertz: 262, atMs: 360, forMs: 240 },
  ],
}
const LOUDNESS = 0.15
const FADE_S = 0.02

/** Tones made here: no file, so nothing to load and no exception in the content policy. */
export function createPlayer(
  openAudio: () => AudioContext = () => new AudioContext(),
): (sound: Sound) => void {
  let audio: AudioContext | null = null
  return (sound) => {
    audio ??= openAudio()
    // Chromium suspends it until the person has touched the page.
    if (audio.state === 'suspended') void audio.resume()
    for (const tone of TONES[sound]) sing(audio, tone)
  }
}

function sing(audio: AudioContext, { hertz, atMs, forMs }: Tone): void {
  const begin = audio.currentTime + atMs / 1_000
  const end = begin + forMs / 1_000
  const tone = audio.createOscillator()
  const loudness = audio.createGain()
  tone.frequency.value = hertz
  // Without a fade each end clicks.
  loudness.gain.setValueAtTime(0, begin)
  loudness.gain.linearRampToValueAtTime(LOUDNESS, begin + FADE_S)
  loudness.gain.setValueAtTime(LOUDNESS, end - FADE_S)
  loudness.gain.linearRampToValueAtTime(0, end)
  tone.connect(loudness)
  loudness.connect(audio.destination)
  tone.start(begin)
  tone.stop(end)
}

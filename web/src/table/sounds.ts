// Small sounds, made on the spot; off until somebody switches them on.
import { settings } from '../settings.svelte'

let room: AudioContext | null = null

function open(): AudioContext | null {
  if (!settings.now.sound) return null
  room ??= new AudioContext()
  if (room.state === 'suspended') void room.resume()
  return room
}

/** A tone that glides from one pitch to another and dies away. */
function tone(from: number, to: number, length: number, loud: number, wait = 0, kind: OscillatorType = 'sine'): void {
  const audio = open()
  if (!audio) return
  const at = audio.currentTime + wait
  const voice = audio.createOscillator()
  const volume = audio.createGain()
  voice.type = kind
  voice.frequency.setValueAtTime(from, at)
  voice.frequency.exponentialRampToValueAtTime(to, at + length)
  volume.gain.setValueAtTime(loud, at)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length)
  voice.connect(volume).connect(audio.destination)
  voice.start(at)
  voice.stop(at + length)
}

/** A short burst of noise through a band: wood, card, dice on oak. */
function clap(pitch: number, length: number, loud: number, wait = 0): void {
  const audio = open()
  if (!audio) return
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate)
  const samples = noise.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2
  const source = new AudioBufferSourceNode(audio, { buffer: noise })
  const band = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 1.4 })
  const volume = new GainNode(audio, { gain: loud })
  source.connect(band).connect(volume).connect(audio.destination)
  source.start(audio.currentTime + wait)
}

export const sounds = {
  knock: () => {
    clap(700, 0.06, 0.5)
    tone(190, 90, 0.09, 0.25)
  },
  dice: () => [0, 0.07, 0.13, 0.22, 0.34].forEach((wait, i) => clap(1500 - 130 * i, 0.05, 0.5, wait)),
  gulp: () => {
    tone(170, 420, 0.12, 0.22)
    tone(150, 360, 0.13, 0.18, 0.17)
  },
  cheer: () => [392, 494, 587, 784].forEach((pitch, i) => tone(pitch, pitch * 1.01, 0.5, 0.1, i * 0.09, 'triangle')),
}

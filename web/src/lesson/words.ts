// The words of the lessons' pages; what is taught comes from the rooms.
const en = {
  where: 'First game',
  lesson: 'Your lesson',
  step: (step: number, steps: number) => `Step ${step} of ${steps}`,
  next: 'Go on',
  back: 'Back',
  skip: 'Skip',
  help: 'Show me where',
  doIt: 'Do it for me',
  tell: 'Tell me',
  answers: 'Answers',
  play: 'Play your first game',
  again: 'Once more',
  hall: 'Back to the hall',
  result: 'How it ended',
  welcome: 'There you are again',
  left: (step: number, steps: number) => `You stopped at step ${step} of ${steps}.`,
  resume: (step: number) => `Go on with step ${step}`,
  fresh: 'From the start',
}

const de: typeof en = {
  where: 'Erste Partie',
  lesson: 'Dein Kurs',
  step: (step, steps) => `Schritt ${step} von ${steps}`,
  next: 'Weiter',
  back: 'Zurück',
  skip: 'Überspringen',
  help: 'Zeig mir, wo',
  doIt: 'Mach du mal',
  tell: 'Verrat es mir',
  answers: 'Antworten',
  play: 'Spiel deine erste Partie',
  again: 'Noch einmal',
  hall: 'Zurück in die Halle',
  result: 'Wie es ausging',
  welcome: 'Da bist du ja wieder',
  left: (step, steps) => `Du warst bei Schritt ${step} von ${steps}.`,
  resume: (step) => `Weiter mit Schritt ${step}`,
  fresh: 'Von vorn',
}

export const words = { en, de }

// A bot for Meadhall in another language: a program that speaks the engine's protocol (docs/engine.md) on both sides.
//
//   meadhall arena haugaz "node examples/bot.mjs" random -o size=5 --games 20
//   meadhall --bot Noda="node examples/bot.mjs"          then “Noda” is among the bots of a new table
//
// Whoever asks it says `new`, `play` and `choose`. It knows no rules: for these it asks an engine of its own, and plays
// what leaves it furthest ahead, as far as the next move shows.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const MOST = 24 // actions that it looks at

/** The engine as a child process: each request is answered by one line. */
class Engine {
  constructor(command) {
    const [program, ...words] = command.split(' ')
    this.process = spawn(program, [...words, 'engine'], { stdio: ['pipe', 'pipe', 'inherit'] })
    this.process.on('error', (problem) => {
      console.error(`${program} cannot be started: ${problem.message}`)
      process.exit(1)
    })
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]()
    this.asked = 0
  }

  async ask(request) {
    this.process.stdin.write(JSON.stringify({ ...request, id: ++this.asked }) + '\n')
    const { value } = await this.lines.next()
    const answer = JSON.parse(value)
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer
  }

  close() {
    this.process.stdin.end()
  }
}

/** Say how far a player is ahead of the best of the others. */
function lead(scores, player) {
  const others = scores.filter((_, seat) => seat !== player)
  return scores[player] - Math.max(0, ...others)
}

/** Try some legal actions out, each with a look at the table after it, and give the best. */
async function choose(engine, player) {
  const { actions } = await engine.ask({ do: 'actions' })
  const tried = actions.toSorted(() => Math.random() - 0.5).slice(0, MOST)
  let [best, highest] = [tried[0], -Infinity]
  for (const action of tried) {
    const after = await engine.ask({ do: 'play', action })
    const { breakdown } = await engine.ask({ do: 'breakdown' })
    const value = after.over ? 1000 * after.winners.includes(player) : lead(breakdown.scores, player)
    if (value > highest) [best, highest] = [action, value]
    await engine.ask({ do: 'undo' }) // with chance "manual" this takes back just that action
  }
  return best
}

const engine = new Engine(process.env.MEADHALL_COMMAND ?? 'meadhall')
let actor = null

/** Answer one request. */
async function answer(request) {
  if (request.do === 'choose') return { action: await choose(engine, actor) }
  const { id, ok, ...situation } = await engine.ask(request)
  if ('actor' in situation) actor = situation.actor
  return situation
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line)
  if (request.do === 'quit') break
  try {
    console.log(JSON.stringify({ id: request.id, ok: true, ...(await answer(request)) }))
  } catch (problem) {
    console.log(JSON.stringify({ id: request.id, error: problem.message }))
  }
}
engine.close()

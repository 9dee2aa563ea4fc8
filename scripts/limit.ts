/** Prints for `.ci/run` within how many seconds from its start it must have ended. */
import { wholeLimitS } from './suiteList.ts'

console.log(wholeLimitS())

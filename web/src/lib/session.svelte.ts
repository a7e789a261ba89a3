/** The account that is signed in, if any. */

import type { Account } from "./api";
import { api, Refusal } from "./client";
import { storage } from "./settings.svelte";

const KEY = "ardennes.account";

class Session {
  account = $state.raw<Account | null>(null);

  /** Asks who is signed in, but only in a browser that has signed in before: the others have no account to ask about. */
  async load(force = false): Promise<void> {
    if (!force && !storage()?.getItem(KEY)) return;
    try {
      this.account = await api.account();
      storage()?.setItem(KEY, "1");
    } catch (error) {
      this.account = null;
      if (error instanceof Refusal && error.status === 401) storage()?.removeItem(KEY);
    }
  }

  async signIn(name: string, password: string): Promise<void> {
    await api.signIn(name, password);
    await this.load(true);
  }

  async signUp(name: string, password: string): Promise<void> {
    await api.signUp(name, password);
    // Whether a new account is signed in right away is up to the server.
    await this.load(true);
    if (!this.account) await this.signIn(name, password);
  }

  /** Adds a table created here to the account's list, if there is an account. */
  async claim(token: string): Promise<void> {
    if (!this.account) return;
    try {
      await api.claim(token);
    } catch {
      // The browser still knows the table, and its menu offers to add it again.
    }
  }

  async signOut(): Promise<void> {
    await api.signOut();
    storage()?.removeItem(KEY);
    this.account = null;
  }
}

export const session = new Session();

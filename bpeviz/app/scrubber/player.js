// Plays the merges, one after the other, at a speed in steps a second.

class Player {
  constructor({ step, next, last, show, changed }) {
    Object.assign(this, { step, next, last, show, changed });
    this.playing = false;
    this.speed = 10;
  }

  toggle() {
    if (this.playing) this.stop();
    else this.start();
  }

  start() {
    if (this.step() >= this.last()) this.show(0);
    this.playing = true;
    this.owed = 0;
    this.before = null;
    this.changed(true);
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  stop() {
    if (!this.playing) return;
    cancelAnimationFrame(this.frame);
    this.playing = false;
    this.changed(false);
  }

  tick(now) {
    // After a pause of the whole tab the steps missed are not made up for.
    const passed = Math.min(now - (this.before ?? now), 250);
    this.before = now;
    this.owed += (passed / 1000) * this.speed;
    let k = this.step();
    for (; this.owed >= 1 && k < this.last(); this.owed--) k = this.next(k);
    if (k !== this.step()) this.show(k);
    if (k >= this.last()) this.stop();
    else this.frame = requestAnimationFrame((time) => this.tick(time));
  }
}

export { Player };

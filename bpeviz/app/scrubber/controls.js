// Buttons, boxes and the speed: everything on the bar and in the legend but the slider.

const SPEEDS = [1, 3, 10, 30, 100];

class Controls {
  constructor(root, player, actions) {
    this.root = root;
    this.player = player;
    this.button = root.querySelector(".play");
    this.spaces = root.querySelector(".spaces");
    this.speed = root.querySelector(".speed");
    this.skip = root.querySelector(".skip");
    this.help = root.querySelector(".help");
    root.addEventListener("click", (event) => {
      const name = event.target.closest?.("[data-do]")?.dataset.do;
      actions[name]?.();
    });
    this.spaces.onchange = () => {
      this.setSpaces(this.spaces.checked);
      actions.look();
    };
    this.skip.onchange = () => actions.look();
    this.speed.onchange = () => this.setSpeed(Number(this.speed.value));
  }

  // Settings from Python count when they differ from the ones given before.
  receive(data, before) {
    const changed = (name) => before?.[name] !== data[name];
    this.root.classList.toggle("talk", Boolean(data.talk));
    this.root.classList.toggle("with-chart", data.chart !== false);
    this.root.style.setProperty("--text-height", data.height ? `${data.height}px` : "");
    const pages = data.talk ? "one merge back, one on" : "a tenth on, a tenth back";
    this.root.querySelector(".page-keys").textContent = pages;
    if (changed("whitespace")) this.setSpaces(data.whitespace !== false);
    if (changed("speed")) this.setSpeed(data.speed ?? 10);
    if (changed("skipQuiet")) this.skip.checked = Boolean(data.skipQuiet);
  }

  // What a person chose of how the text looks and plays.
  get look() {
    return { whitespace: this.spaces.checked, skipQuiet: this.skip.checked };
  }

  setSpaces(shown) {
    this.spaces.checked = shown;
    this.root.classList.toggle("signs", shown);
  }

  setSpeed(speed) {
    const known = [...this.speed.options].some((option) => Number(option.value) === speed);
    if (!known) this.speed.add(new Option(`${speed} a second`, speed));
    this.speed.value = String(speed);
    this.player.speed = speed;
  }

  faster(by) {
    const slower = SPEEDS.filter((speed) => speed < this.player.speed);
    const quicker = SPEEDS.filter((speed) => speed > this.player.speed);
    const next = by > 0 ? quicker[0] : slower.at(-1);
    if (!next) return by > 0 ? "This is the highest speed" : "This is the lowest speed";
    this.setSpeed(next);
    return `Speed: ${this.speed.selectedOptions[0].text}`;
  }

  showPlaying(playing) {
    this.button.classList.toggle("playing", playing);
    this.button.setAttribute("aria-label", playing ? "Pause" : "Play");
    this.button.title = playing ? "Pause (space)" : "Play (space)";
  }

  get helpIsOpen() {
    return Boolean(this.help.showPopover) && this.help.matches(":popover-open");
  }

  toggleHelp() {
    this.help.togglePopover?.();
  }
}

export { Controls };

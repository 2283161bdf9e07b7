// Shows an SVG as an image, where no script in it can run, and saves it as SVG, PNG or HTML.
// The PNG is drawn by the browser, so that it has the fonts that the person sees.

const SCALE = 2;
const LARGEST = 16000;
const PICTURES = new WeakMap();

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

class Picture {
  constructor(parent) {
    this.image = parent.querySelector("img");
    this.problem = parent.querySelector(".problem");
    this.page = parent.querySelector('[data-save="html"]');
    parent.querySelector(".buttons").onclick = (event) => this.save(event.target.dataset?.save);
  }

  show(data) {
    this.page.hidden = !data.page;
    if (data.svg !== this.data?.svg) {
      URL.revokeObjectURL(this.image.src);
      this.image.src = URL.createObjectURL(new Blob([data.svg], { type: "image/svg+xml" }));
      this.image.alt = data.alt;
      this.problem.textContent = "";
    }
    this.data = data;
  }

  async save(kind) {
    const { svg, page, name } = this.data;
    if (kind === "svg") save(new Blob([svg], { type: "image/svg+xml" }), `${name}.svg`);
    if (kind === "html") save(new Blob([page], { type: "text/html" }), `${name}.html`);
    if (kind !== "png") return;
    const blob = await this.png();
    if (blob) save(blob, `${name}.png`);
    else this.problem.textContent = "This picture is too large for a PNG. Take fewer lines, or SVG.";
  }

  async png() {
    await this.image.decode();
    const { naturalWidth: width, naturalHeight: height } = this.image;
    const scale = Math.min(SCALE, LARGEST / width, LARGEST / height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d").drawImage(this.image, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  }

  destroy() {
    URL.revokeObjectURL(this.image.src);
  }
}

export default function ({ data, parentElement }) {
  let picture = PICTURES.get(parentElement);
  if (!picture) {
    picture = new Picture(parentElement);
    PICTURES.set(parentElement, picture);
  }
  picture.show(data);
  return () => {
    PICTURES.get(parentElement)?.destroy();
    PICTURES.delete(parentElement);
  };
}

// The scrubber as a component of Streamlit.

import { mount } from "./scrubber.js";

export default mount;
